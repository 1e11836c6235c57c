"""What a result leaves out, and why it may not be trusted: nothing is lost silently."""

from webwinnow.losses.dropped import Dropped, find_dropped
from webwinnow.losses.embedded import Embedded, find_embedded
from webwinnow.losses.warnings import find_warnings

__all__ = ["Dropped", "Embedded", "find_dropped", "find_embedded", "find_warnings"]
