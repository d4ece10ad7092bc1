"""Rewrite the golden documents; read the difference before it is committed.

Run ``python -m tests.formats.write_golden`` in the root of the repository.
"""

from tests.formats.reports import CASES, golden, written

if __name__ == "__main__":
    for fmt, cases in CASES.items():
        for case in cases:
            path = golden(fmt, case)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(fmt, case))
