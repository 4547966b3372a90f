# Downloads something.
# ended: error
# verdict: URLError
# wall: network
import urllib.request

print("ESCAPED", urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=1).read())
