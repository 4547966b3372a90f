import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.lock import hold
from protocol import ConfigurationError

HOLDER = "import sys, time; from pathlib import Path; from pipeline.lock import hold; held = hold(Path(sys.argv[1]));"


def test_a_folder_is_held_by_one_until_it_lets_go(tmp_path: Path) -> None:
    with hold(tmp_path / ".lock"), pytest.raises(ConfigurationError, match="another run is at work"):
        hold(tmp_path / ".lock")
    hold(tmp_path / ".lock").close()


def test_the_lock_dies_with_a_killed_holder(tmp_path: Path) -> None:
    code = f"{HOLDER} Path(sys.argv[1] + '.held').touch(); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "lock")])
    while not (tmp_path / "lock.held").exists():
        assert holder.poll() is None
        time.sleep(0.01)
    with pytest.raises(ConfigurationError):
        hold(tmp_path / "lock")
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    hold(tmp_path / "lock").close()
