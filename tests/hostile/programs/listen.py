# Offers a service.
# ended: error
# verdict: PermissionError
# wall: kernel
import socket

socket.create_server(("0.0.0.0", 0))
print("ESCAPED")
