"""The page as nodes that hold each other, for recursions to be compared with the columns of the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from webwinnow.document import Document
from webwinnow.document.references import source_kinds
from webwinnow.language.words import visible, word_positions


@dataclass
class Text:
    """A run of text: what of it is visible."""

    start: int
    end: int
    characters: int
    words: int


@dataclass
class Node:
    """An element with its children and the text directly in it, in order."""

    index: int
    name: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)

    def descendants(self) -> Iterator[Node]:
        """Everything inside, in preorder."""
        for child in self.children:
            yield child
            yield from child.descendants()

    def subtree(self) -> Iterator[Node]:
        """The node and everything inside."""
        yield self
        yield from self.descendants()

    def around(self) -> Iterator[Node]:
        """The nodes around this one, the nearest first."""
        if self.parent:
            yield self.parent
            yield from self.parent.around()

    def characters(self) -> int:
        return sum(text.characters for node in self.subtree() for text in node.texts)

    def within(self, *names: str) -> bool:
        return self.name in names or any(node.name in names for node in self.around())

    def characters_within(self, *names: str) -> int:
        """The characters inside that stand in an element of such a name, there or further up."""
        return sum(text.characters for node in self.subtree() if node.within(*names) for text in node.texts)


def nodes(page: Document) -> list[Node]:
    """All nodes of a page in preorder; the first is the root."""
    found: list[Node] = []
    for index, parent in enumerate(page.elements.parent.tolist()):
        node = Node(index, page.name(index), page.attributes(index))
        if parent >= 0:
            node.parent = found[parent]
            found[parent].children.append(node)
        found.append(node)
    for start, end, home in zip(page.runs.start.tolist(), page.runs.end.tolist(), page.runs.home.tolist(), strict=True):
        if page.visible.contains(start):
            kind = source_kinds(page.source[start:end])
            seen, words = int(visible(kind).sum()), len(word_positions(kind)[0])
            found[home].texts.append(Text(start, end, seen, words))
    return found


def body_of(page_nodes: list[Node]) -> Node:
    """The body, or the root of a page that has none."""
    return next((node for node in page_nodes if node.name == "body"), page_nodes[0])
