"""Stand-ins for other libraries: the same names and arguments, our answers (docs/switching.md lists the differences).

from webwinnow.compat import trafilatura        # was: import trafilatura
from webwinnow.compat import justext            # was: import justext
from webwinnow.compat.readability import Document   # was: from readability import Document
"""
