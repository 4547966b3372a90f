# Sends data out without a connection.
# ended: error
# verdict: PermissionError|OSError
# wall: network
import socket

socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"secret", ("8.8.8.8", 53))
print("ESCAPED")
