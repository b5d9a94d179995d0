"""Every format that can be checked, by its name in `accord export`."""

from collections.abc import Callable
from pathlib import Path

from formats.csv import check_csv
from formats.earl import check_earl
from formats.html import check_html
from formats.junit import check_junit
from formats.markdown import check_markdown
from formats.ndjson import check_ndjson
from formats.openacr import check_openacr
from formats.reading import DOCUMENT, Options, Problems, Refused
from formats.sarif import check_sarif
from formats.wcag_em import check_wcagem
from formats.xlsx import check_xlsx

# Those of others need the schemas that ACCORD_SCHEMAS leads to.
FOREIGN = {
    "earl": check_earl,
    "wcag-em": check_wcagem,
    "openacr": check_openacr,
    "sarif": check_sarif,
    "junit": check_junit,
}
OWN = {
    "csv": check_csv,
    "ndjson": check_ndjson,
    "xlsx": check_xlsx,
    "markdown": check_markdown,
    "html": check_html,
}
CHECKS: dict[str, Callable[[Path, Options], Problems]] = FOREIGN | OWN


def check(format: str, path: Path, options: Options = Options()) -> Problems:
    """Every problem of one file. Whatever goes wrong in a check is a problem too, never a pass."""
    try:
        yield from CHECKS[format](path, options)
    except Refused as e:
        yield e.problem
    except ModuleNotFoundError as e:
        yield DOCUMENT, f"not checked: Python package {e.name} is missing; run scripts/test-schemas"
    except OSError as e:
        yield DOCUMENT, f"not readable: {e.strerror or e}"
    except Exception as e:
        yield DOCUMENT, f"not checked: {type(e).__name__}: {e}"
