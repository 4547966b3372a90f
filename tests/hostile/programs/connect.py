# Connects to a server of the host.
# ended: error
# verdict: PermissionError
# wall: network
import socket

socket.create_connection(("127.0.0.1", PORT), 1).close()
print("ESCAPED")
