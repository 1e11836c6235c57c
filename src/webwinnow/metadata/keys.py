"""Meta tags that say something about a page, by their keys, and how far each can be trusted for its field."""

from __future__ import annotations

from typing import Final

from webwinnow.declared import MetaSearch

SITE_NAME: Final = {
    "og:site_name": 0.95, "application-name": 0.7, "apple-mobile-web-app-title": 0.6, "dc.publisher": 0.6,
    "citation_journal_title": 0.8, "dcterms.publisher": 0.6, "cre": 0.5, "twitter:app:name:iphone": 0.3,
}  # fmt: skip
HANDLE: Final = {"twitter:site": 0.86}
DESCRIPTION: Final = {
    "description": 0.9, "og:description": 0.88, "twitter:description": 0.8, "dc.description": 0.75,
    "dcterms.description": 0.7, "dcterms.abstract": 0.7, "sailthru.description": 0.7,
}  # fmt: skip
LANGUAGE: Final = {
    "og:locale": 0.7, "content-language": 0.75, "dc.language": 0.7, "dcterms.language": 0.7, "language": 0.6,
}  # fmt: skip
SECTION: Final = {
    "article:section": 0.9, "og:article:section": 0.85, "parsely-section": 0.8, "cxenseparse:recs:articlesection": 0.7,
    "section": 0.7, "dc.type": 0.2, "category": 0.6,
}  # fmt: skip
ADDRESS: Final = {"og:url": 0.85, "twitter:url": 0.6, "parsely-link": 0.7, "citation_public_url": 0.6}
IMAGE: Final = {
    "og:image": 0.95, "og:image:url": 0.9, "og:image:secure_url": 0.9, "twitter:image": 0.85,
    "twitter:image:src": 0.85, "parsely-image-url": 0.7, "thumbnail": 0.5, "sailthru.image.full": 0.6,
}  # fmt: skip
LICENCE: Final = {
    "dcterms.license": 0.8, "dc.rights": 0.5, "dcterms.rights": 0.5, "license": 0.7, "citation_license": 0.8,
}  # fmt: skip
TAGS: Final = {
    "article:tag": 0.9, "news_keywords": 0.85, "keywords": 0.75, "parsely-tags": 0.8, "sailthru.tags": 0.75,
    "citation_keywords": 0.8, "dc.subject": 0.7, "cxenseparse:recs:keywords": 0.6,
}  # fmt: skip
AUTHORS: Final = {
    "citation_author": 0.92, "bepress_citation_author": 0.92, "eprints.creators_name": 0.92,
    "parsely-author": 0.84, "sailthru.author": 0.8, "byl": 0.8, "byline": 0.8, "author": 0.78,
    "article:author": 0.76, "article:author_name": 0.78, "dc.creator": 0.6, "dcterms.creator": 0.6,
    "dc:creator": 0.6, "dc.creator.name": 0.6, "cxenseparse:author": 0.76, "cxenseparse:recs:author": 0.76,
    "rbauthors": 0.76, "article.author": 0.76, "mediator_author": 0.76, "og:article:author": 0.74, "og:author": 0.74,
    "dc.contributor": 0.4, "twitter:creator": 0.1,
}  # fmt: skip
"""Meta tags that name authors, and how far to trust each: after how often each was right on the first half of the sites
of fundus, postlight-parser, trafilatura-eval and wcxb-dev where it was frequent there (`author` 0.78 of 188 pages,
`article:author` 0.85 of 39, `twitter:data1` 0.91 of 109; November 2026), else by likeness to those."""
SURNAME_FIRST: Final = frozenset({"citation_author", "bepress_citation_author", "eprints.creators_name", "dc.creator"})
"""Meta tags of libraries, which hold one person each, mostly surname first."""
LABELLED: Final = {f"twitter:label{number}": f"twitter:data{number}" for number in (1, 2)}
"""What previews call something, and what they say of it."""
DATES: Final = {
    "published": {
        "article:published_time": 0.88, "og:article:published_time": 0.84, "og:published_time": 0.84,
        "datepublished": 0.84, "article:published": 0.84, "parsely-pub-date": 0.84, "sailthru.date": 0.8,
        "cxenseparse:recs:publishtime": 0.8, "article.published": 0.82, "rnews:datepublished": 0.82,
        "citation_publication_date": 0.8, "citation_online_date": 0.78, "dc.date.issued": 0.8, "dcterms.issued": 0.8,
        "dcterms.created": 0.78, "dc.date.created": 0.78, "pubdate": 0.8, "publishdate": 0.8, "publish-date": 0.8,
        "publish_date": 0.8, "publication_date": 0.8, "publisheddate": 0.8, "ptime": 0.78, "displaydate": 0.78,
        "article_date_original": 0.8, "article:post_date": 0.8, "mediator_published_time": 0.8, "pdate": 0.74,
        "date": 0.72, "dc.date": 0.7, "dcterms.date": 0.7, "dc:date": 0.7, "bt:pubdate": 0.76, "cxense-publish": 0.7,
        "originalpublicationdate": 0.8, "datecreated": 0.74, "shareaholic:article_published_time": 0.76,
        "citation_date": 0.76, "release_date": 0.74,
    },
    "modified": {
        "article:modified_time": 0.88, "og:updated_time": 0.8, "datemodified": 0.84, "dcterms.modified": 0.8,
        "dc.date.modified": 0.8, "last-modified": 0.7, "lastmod": 0.74, "revised": 0.7, "modified_time": 0.76,
        "article:modified": 0.8, "updated_time": 0.74, "last-updated": 0.7, "utime": 0.7, "moddate": 0.7,
    },
}  # fmt: skip
"""Meta tags that hold dates."""
TITLES: Final = ("dc:title", "dcterms:title", "dc.title", "dcterms.title", "parsely-title")
"""Meta tags that state what the document is called, for libraries and for those who count readers. Where they were no
copies of the title element or of `og:title`, they were right on 5 pages (of mozilla-readability; 4 are made to try just
this) and the heading on 4, on each of which the title element speaks for it, of 5,012 pages (November 2026)."""
COPIED_TITLES: Final = ("og:title", "twitter:title")
EVERY: Final = MetaSearch([
    *SITE_NAME, *HANDLE, *DESCRIPTION, *LANGUAGE, *SECTION, *ADDRESS, *IMAGE, *LICENCE, *TAGS, *AUTHORS, *LABELLED,
    *LABELLED.values(), *DATES["published"], *DATES["modified"], *TITLES, *COPIED_TITLES,
])  # fmt: skip
"""All of them: nothing else that meta tags say is read."""
