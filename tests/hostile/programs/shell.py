# Runs a command.
# ended: error
# verdict: PermissionError|FileNotFoundError
# wall: processes
import subprocess

subprocess.run(["/bin/sh", "-c", "echo ESCAPED"], check=True)
