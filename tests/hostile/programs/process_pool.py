# Uses the pools that the standard library offers.
# ended: error
# verdict: PermissionError|OSError|FileNotFoundError
# wall: processes
import multiprocessing

with multiprocessing.Pool(2) as pool:
    print(pool.map(abs, [1]))
