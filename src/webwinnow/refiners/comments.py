"""Comments: the comments of a page are kept or dropped, whatever was decided before.

Paper: none of its own; mohammadzadeh2013, section 7.2.2, asks which comments belong to a post.
Ours: whether they are content is the reader's choice. What comments are, `posts` tells by their structure: posts that
answer an article outside their list. Threads of forums are no comments, and stay as they were decided.
Deviations: none.   Cost: O(page), that of finding posts; nothing for "auto".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

from webwinnow.document import Document
from webwinnow.spans import Spans
from webwinnow.stages import Refiner
from webwinnow.stages.curves import Panels, kept_text

CommentPolicy = Literal["auto", "keep", "drop"]
"""What may be done with comments: what the extractor decides, or always the same."""
POLICIES: Final[tuple[CommentPolicy, ...]] = get_args(CommentPolicy)

_SEEN: Final = (
    "Each column is a block of the page: text outside of links above the axis, linked text below it. Chosen is "
    "what the stage before kept; comments that are added or removed show below."
)


@dataclass(frozen=True, slots=True)
class Comments(Refiner):
    """Keeps the texts of all comments, or drops them with names, dates and buttons: `comments(policy="drop")`."""

    name: ClassVar[str] = "comments"
    policy: CommentPolicy = "auto"
    """"keep", "drop", or "auto" for what was decided before."""

    def __post_init__(self) -> None:
        """Check the policy."""
        self.require_choice("policy", POLICIES)

    def __call__(self, page: Document, found: Spans) -> Spans:
        """Add the comments' texts, or take the comments away."""
        from webwinnow.posts import comment_regions, find_posts  # whoever reads rules does not need it yet

        if self.policy == "drop":
            found = found - comment_regions(page)
        elif self.policy == "keep":
            texts = [post.text for post in find_posts(page).posts if post.kind == "comment"]
            found = Spans.covered([found, *texts], at_least=1)
        return page.select(found)

    def curves(self, page: Document, found: Spans) -> Panels:
        """Show the text before and after."""
        return (
            kept_text(page, str(self), found, "Text that was kept before", _SEEN),
            kept_text(page, str(self), self(page, found)),
        )
