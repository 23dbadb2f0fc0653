"""`python -m scorio_lite FILE`"""

from __future__ import annotations

import sys

from ._command.main import main

if __name__ == "__main__":
    sys.exit(main())
