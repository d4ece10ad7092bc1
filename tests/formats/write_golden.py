"""Rewrite the golden documents; read the difference before it is committed.

Run ``python -m tests.formats.write_golden`` in the root of the repository.
"""

from tests.formats.gatecases import CHECK_CASES, check_golden, check_written
from tests.formats.reports import CASES, golden, written

if __name__ == "__main__":
    texts = {golden(fmt, case): written(fmt, case) for fmt in CASES for case in CASES[fmt]}
    texts |= {check_golden(fmt, case): check_written(fmt, case) for fmt, case in CHECK_CASES}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
