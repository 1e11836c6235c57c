"""Images, video, sound, drawings and embedded objects of a page.

find_media(page)            all of them, with address, size, caption and alternative text
main_media(page, spans)     those that belong to the main content
"""

from webwinnow.media.candidates import LARGE
from webwinnow.media.finding import find_media
from webwinnow.media.main_media import large_media, main_media, media_rule
from webwinnow.media.medium import Medium, Size

__all__ = ["LARGE", "Medium", "Size", "find_media", "large_media", "main_media", "media_rule"]
