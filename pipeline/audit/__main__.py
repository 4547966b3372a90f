"""The stage that audits the papers' printed numbers: `python -m pipeline.audit out=FOLDER`."""

import logging
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.audit.page import to_html, to_markdown
from pipeline.audit.records import tally, to_csv
from pipeline.audit.register import all_claims
from pipeline.layout import AUDIT_FORMS
from pipeline.stage import required, stage
from pipeline.writing import write

LOG = logging.getLogger(__name__)


@stage
def main(words: Mapping[str, Any]) -> None:
    """Write the audit in all its forms."""
    (out,) = required(words, "out")
    claims = all_claims()
    forms = {"csv": to_csv(claims), "md": to_markdown(claims), "html": to_html(claims)}
    for form in AUDIT_FORMS:
        write(Path(str(out)) / f"audit.{form}", forms[form])
    LOG.info("%s", tally(claims).to_text())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
