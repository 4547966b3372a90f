import tomllib
from pathlib import Path

import yaml


def test_the_environment_of_the_rules_is_that_of_the_package() -> None:
    package = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    conda = yaml.safe_load(Path("pipeline/environment.yaml").read_text())["dependencies"]
    (pip,) = [part["pip"] for part in conda if isinstance(part, dict)]
    assert sorted(pip) == sorted(package["dependencies"])
    assert f"python {package['requires-python']}" in conda
