# The manual: Sphinx with furo; script/manual builds it.
import json
import os
import pathlib
import re

import furo
from docutils.utils import new_document
from furo.navigation import get_navigation_tree
from sphinx.domains import Domain

project = "HotShoe"
author = "the HotShoe authors"
copyright = "the HotShoe authors, MIT licence"
version = release = os.environ["HOTSHOE_VERSION"]
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"HotShoe {version}"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sphinx = False
html_use_index = False
# A page that is opened as a file cannot load other pages, which the summaries of results need.
html_show_search_summary = False
html_permalinks_icon = "#"
smartquotes = False

# Debian's style sheet of the theme has the dark colours for readers who choose them, not for systems that are dark: those have the variables below.
STYLES = pathlib.Path(furo.__file__).parent / "theme/furo/static/styles/furo.css"
DARK = dict(re.findall(r"--([\w-]+): ([^;]+);", re.search(r'body\[data-theme="dark"\] \{(.*?)\}', STYLES.read_text(encoding="utf-8"), re.S).group(1)))
html_theme_options = {
    "light_css_variables": {"color-code-background": "#f6f6f6", "color-brand-primary": "#a4480b", "color-brand-content": "#a4480b"},
    "dark_css_variables": {**DARK, "color-brand-primary": "#f0a35e", "color-brand-content": "#f0a35e"},
}
# The styles whose colours all have enough contrast.
pygments_style, pygments_dark_style = "xcode", "github-dark"


# Files of Sphinx that neither it nor the theme uses any more.
UNUSED = ("jquery.js", "underscore.js", "_sphinx_javascript_frameworks_compat.js")


class Declarations(Domain):
    """Names of the references, which a search finds."""

    name, label = "hotshoe", "HotShoe"
    object_types = {}
    # The language of each list.
    languages = {"c": "C", "cpp": "C++", "python": "Python", "csharp": "C#", "http": "HTTP"}

    def get_objects(self):
        for language, label in self.languages.items():
            file = pathlib.Path(self.env.srcdir, language, "objects.json")
            for name, page, anchor, rank in json.loads(file.read_text(encoding="utf-8")):
                yield name, name, label, page, anchor, 1 if rank == 0 else 2

    def merge_domaindata(self, pages, data):
        pass

    def resolve_any_xref(self, env, page, builder, target, node, contents):
        return []

    def get_type_name(self, type, primary=False):
        return type


def scrolls(name):
    return f'tabindex="0" role="region" aria-label="{name}"'


def finish_page(app, page, template, context, doctree):
    """Lets the keyboard scroll what is too wide, and shows only the open part of the navigation, without which each page would have all."""
    tree = get_navigation_tree(context["toctree"](collapse=True, titles_only=True, maxdepth=-1, includehidden=True))
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')
    context["script_files"] = [file for file in context["script_files"] if pathlib.PurePath(str(file)).name not in UNUSED]
    if "body" in context:
        body = re.sub(r'<div class="highlight"><pre>', f'<div class="highlight"><pre {scrolls("code")}>', context["body"])
        context["body"] = re.sub(r"<div class=(?:\"table-wrapper[^\"]*\"|'table-wrapper')[^>]*>", f'<div class="table-wrapper" {scrolls("table")}>', body)


def index_titles(app):
    """Of pages without a full text in the index, keeps the title, which Sphinx leaves out."""
    index_page = app.builder.index_page

    def indexed(page, doctree, title):
        if "nosearch" in app.env.metadata.get(page, {}):
            app.builder.indexer.feed(page, app.env.doc2path(page, base=False), title, new_document(""))
        else:
            index_page(page, doctree, title)

    app.builder.index_page = indexed


def finish_site(app, error):
    """Removes what no page uses. Puts into the theme's style sheet and script those that Debian's import: the first from a web server, the second
    as a module, which a page that is opened as a file cannot load."""
    if error:
        return
    static = pathlib.Path(app.outdir, "_static")
    for name in UNUSED:
        (static / name).unlink(missing_ok=True)
    sheet = static / "styles/furo.css"
    imported = re.compile(r"@import url\(/(javascript/[^)]*)\);")
    sheet.write_text(imported.sub(lambda found: pathlib.Path("/usr/share", found.group(1)).read_text(encoding="utf-8"), sheet.read_text(encoding="utf-8")), encoding="utf-8")
    script, module = static / "scripts/furo.js", static / "scripts/gumshoe-patched.js"
    text = script.read_text(encoding="utf-8").replace('import Gumshoe from "./gumshoe-patched.js";', module.read_text(encoding="utf-8"))
    script.write_text(text, encoding="utf-8")
    module.unlink()


def setup(app):
    app.add_domain(Declarations)
    app.connect("builder-inited", index_titles)
    app.connect("html-page-context", finish_page, priority=900)
    app.connect("build-finished", finish_site)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
