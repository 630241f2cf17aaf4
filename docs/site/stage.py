#!/usr/bin/python3
"""Collects the sources of the manual in a folder: the pages of docs, those that are made of headers, sources and help texts, and the
files that pages link to.

usage: stage.py TOOL CSHARP FOLDER: the program hotshoe, the folder with the C# sources, and the folder, which must not exist."""

import os
import pathlib
import re
import shutil
import sys

import commands
import doxygen
import http_interface
import interfaces
import python_package
from navigation import PARTS
from pygments.lexers import get_lexer_by_name
from pygments.token import Token

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = {".c": "c", ".h": "c", ".cpp": "cpp", ".py": "python", ".cs": "csharp", ".swift": "swift", ".lua": "lua", ".sh": "bash", ".rules": "text",
             ".txt": "cmake", ".api": "c", ".json": "json", ".ini": "ini", ".supp": "text", ".md": "markdown", "": "text"}
IMAGES = {".svg", ".jpg", ".png"}
# A folder with more files has the page of its README, and links to those beside it.
MOST_FILES = 15
# Size in bytes above which a file is not shown as a page.
LARGEST_LISTING = 200_000


class Stage:
    def __init__(self, folder):
        self.folder = folder
        self.known = {}

    def place(self, path):
        """The page for a file or a folder of the repository, relative to the stage; makes it if it is missing."""
        if path in self.known:
            return self.known[path]
        source = REPOSITORY / path
        if path in ("README.md", "docs/README.md"):
            return "index.md"
        if source.is_dir():
            place = f"{path}/index.md"
            self.known[path] = self.known[f"{path}/README.md"] = place
            self.add_folder(path, place)
        elif source.suffix in IMAGES or source.stat().st_size > LARGEST_LISTING or path.startswith("docs/") and source.suffix != ".md":
            place = self.known[path] = path.removeprefix("docs/")
            self.copy(path, place)
        elif source.name == "README.md" and source.parent != REPOSITORY / "docs/manual":
            return self.place(str(pathlib.PurePath(path).parent))
        elif source.suffix == ".md":
            place = self.known[path] = path.removeprefix("docs/")
            self.write(place, self.rewritten(source.read_text(encoding="utf-8"), path, place))
        elif source.is_file():
            place = self.known[path] = f"{path}.md"
            self.write(place, f"---\norphan: true\nnosearch: true\n---\n\n# {source.name}\n\n`{path}`\n\n{listing(source)}")
        else:
            raise SystemExit(f"manual: there is no {path}")
        return place

    def add_folder(self, path, place):
        source = REPOSITORY / path
        readme = source / "README.md"
        text = self.rewritten(readme.read_text(encoding="utf-8"), f"{path}/README.md", place) if readme.exists() else f"# {path}\n"
        files = sorted(each for each in source.rglob("*") if each.is_file() and each.suffix in LANGUAGES and each != readme and "generated" not in each.parts)
        if len(files) > MOST_FILES:
            files = [each for each in files if each.parent == source]
        lines = []
        for each in files:
            target = os.path.relpath(self.place(str(each.relative_to(REPOSITORY))), pathlib.PurePath(place).parent)
            lines.append(f"- [{each.relative_to(source)}]({target})")
        listed = "\n## Files\n\n" + "\n".join(lines) + "\n" if lines else ""
        self.write(place, f"---\norphan: true\n---\n\n{text}{listed}")

    def rewritten(self, text, path, place):
        """A page whose links lead to the places in the stage."""
        def replaced(found):
            target, mark, anchor = found.group(1).partition("#")
            if not target or re.match(r"[a-z]+:", target):
                return found.group(0)
            aim = self.place(os.path.normpath(os.path.join(os.path.dirname(path), target)))
            return f"]({os.path.relpath(aim, pathlib.PurePath(place).parent)}{mark}{anchor})"
        # rustdoc's attributes, as in `rust,no_run` and `compile_fail,E0515`, are no languages.
        text = re.sub(r"^```(rust|compile_fail),.*$", "```rust", text, flags=re.M)
        return re.sub(r"\]\(([^()\s]+)\)", replaced, text)

    def copy(self, path, place):
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(REPOSITORY / path, target)

    def write(self, place, text):
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def language(file, text):
    """The language of a listing; that of plain text if Pygments, which does not know all of Swift's grammar, cannot lex it."""
    name = LANGUAGES.get(file.suffix, "text")
    is_lexed = all(kind is not Token.Error for kind, _ in get_lexer_by_name(name).get_tokens(text))
    return name if is_lexed else "text"


def listing(file):
    text = file.read_text(encoding="utf-8")
    fence = "`" * max([2, *(len(run) for run in re.findall(r"`+", text))] + [2])
    return f"{fence}`{language(file, text)}\n{text.rstrip()}\n{fence}`\n"


def reference(tool, csharp, folder):
    """The pages of the reference."""
    include = str(REPOSITORY / "include/hotshoe")
    in_c = doxygen.c_topics(include)
    types = doxygen.c_types(in_c)
    package = REPOSITORY / "bindings/python/generated/hotshoe"
    sources = sorted(file for file in pathlib.Path(csharp).glob("*.cs") if file.name not in ("Native.cs", "Crossings.cs", "Callbacks.cs"))
    if not sources:
        raise SystemExit(f"manual: {csharp} has no C# sources")
    for language, title, introduction, separator, topics in (
        ("c", "C", "Functions and types of `<hotshoe/hotshoe.h>`, by the header of each topic. [libhotshoe](../c-library.md) describes what holds for all"
         " of them, and how a program is built.", "", in_c),
        ("cpp", "C++", "Classes and functions of `<hotshoe/hotshoe.hpp>`, namespace `hotshoe`, by the header of each topic."
         " [Bindings for C++](../bindings-cpp.md) describes what holds for all of them.", "::", doxygen.cpp_topics(include)),
        ("python", "Python", "Classes and functions of the package `hotshoe`. [Bindings for Python](../bindings-python.md) describes what holds for all"
         " of them.", ".", python_package.python_topics(package, types)),
        ("csharp", "C#", "Classes of the namespace `HotShoe`. [Bindings for C#](../bindings-csharp.md) describes what holds for all of them.", ".",
         doxygen.csharp_topics(sources, types)),
    ):
        interfaces.Reference(language, title, introduction, separator).write(topics, folder / language)
    commands.write(tool, folder / "commands")
    http_interface.write(tool, folder / "http")


def tree(names, *options):
    return "\n".join(["", "```{toctree}", ":hidden:", *options, "", *names, "```", ""])


def add_children(folder, name, title, children):
    """Adds the children to a page, which is made if it has a title."""
    page = folder / f"{name}.md"
    if title:
        names = "\n".join(f"- [{title_of(folder / f'{child}.md')}]({child}.md)" for child in children)
        page.write_text(f"# {title}\n\n{names}\n", encoding="utf-8")
    if children:
        page.write_text(page.read_text(encoding="utf-8") + tree("/" + child for child in children), encoding="utf-8")


def title_of(page):
    return re.search(r"^# (.*)$", page.read_text(encoding="utf-8"), re.M).group(1)


def main():
    tool, csharp, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True)
    reference(tool, csharp, folder)
    stage = Stage(folder)
    decisions = sorted((REPOSITORY / "docs/adr").glob("*.md"))
    for file in sorted((REPOSITORY / "docs").rglob("*.md")):
        stage.place(str(file.relative_to(REPOSITORY)))
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        stage.place(name)
    stage.write("adr/index.md", "# Decisions\n\nDecisions that are hard to reverse, each with its reasons.\n\n"
                + "".join(f"- [{title_of(file)}]({file.name})\n" for file in decisions) + tree(file.stem for file in decisions))
    text = stage.rewritten((REPOSITORY / "docs/README.md").read_text(encoding="utf-8"), "docs/README.md", "index.md")
    for caption, pages in PARTS:
        text += tree([name for name, *_ in pages], f":caption: {caption}")
        for name, title, children in pages:
            add_children(folder, name, title, children)
    stage.write("index.md", text)


main()
