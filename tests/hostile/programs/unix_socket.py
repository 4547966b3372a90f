# Talks to a service of the host through a socket file.
# ended: error
# verdict: PermissionError|FileNotFoundError
# wall: network
import socket

socket.socket(socket.AF_UNIX).connect("/run/dbus/system_bus_socket")
print("ESCAPED")
