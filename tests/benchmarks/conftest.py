"""The benchmarks lie beside `src`, not inside an installed package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
