#!/usr/bin/python3
"""Checks a site: each link leads to a file of the site and to an anchor in it, each page is reached, and nothing is loaded from elsewhere.

usage: links.py FOLDER"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

# Elements that load what they name, and the attribute that names it.
LOADS = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "video": "src", "object": "data"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads, self.twice = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for name in {values.get("id"), values.get("name") if tag == "a" else None} - {None}:
            if name in self.anchors:
                self.twice.append(name)
            self.anchors.add(name)
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in LOADS and values.get(LOADS[tag]):
            self.loads.append(values[LOADS[tag]])


def problems(folder):
    folder = pathlib.Path(folder).resolve()
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.html"))}
    reached, found = {folder / "index.html", folder / "search.html"}, []
    for file, page in pages.items():
        name = file.relative_to(folder)
        found += [f"{name}: two elements have the id {each}" for each in page.twice]
        for link in page.links + page.loads:
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                if link in page.loads:
                    found.append(f"{name}: loads {link}")
                continue
            target = (file.parent / urllib.parse.unquote(address.path)).resolve() if address.path else file
            anchor = urllib.parse.unquote(address.fragment)
            if target != file:
                reached.add(target)
            if not target.is_file():
                found.append(f"{name}: no file {link}")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                found.append(f"{name}: no anchor {link}")
    for sheet in sorted(folder.rglob("*.css")):
        for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", sheet.read_text(encoding="utf-8")):
            if not address.startswith(("data:", "#")) and not (sheet.parent / address.partition("?")[0]).is_file():
                found.append(f"{sheet.relative_to(folder)}: loads {address}")
    found += [f"{file.relative_to(folder)}: no page has a link to it" for file in pages if file not in reached]
    return len(pages), sum(len(page.links) for page in pages.values()), found


def main():
    count, links, found = problems(sys.argv[1])
    for each in found:
        print(each, file=sys.stderr)
    print(f"{count} pages, {links} links, {len(found)} problems")
    sys.exit(1 if found or not count else 0)


if __name__ == "__main__":
    main()
