"""Declarations of the Python package, read from its sources without importing it."""

import ast
import html
import re

from markdown_it import MarkdownIt

from doxygen import topic_list, topic_of
from interfaces import Entry

MARKDOWN = MarkdownIt("commonmark").enable("table")
FIELD = re.compile(r":(param|returns|raises)\s*(\S*?):\s*(.*)")


def documentation(node):
    """The documentation string as HTML: Markdown, then fields such as `:param name:`."""
    text, fields = [], []
    for line in (ast.get_docstring(node) or "").splitlines():
        found = FIELD.match(line)
        if found:
            kind, name, rest = found.groups()
            if kind == "raises" and fields and fields[-1][0] == "raises":
                fields[-1][2] += " " + rest
            else:
                fields.append([kind, name, rest])
        elif fields:
            fields[-1][2] += " " + line.strip()
        else:
            text.append(line)
    parts = [MARKDOWN.render("\n".join(text)).strip()]
    for kind, title in (("param", "Parameters"), ("returns", "Returns"), ("raises", "Errors")):
        found = [(name, MARKDOWN.renderInline(rest.strip())) for each, name, rest in fields if each == kind]
        if not found:
            continue
        parts.append(f"<p class='title'>{title}</p>")
        if kind == "returns":
            parts += [f"<p>{rest}</p>" for _, rest in found]
        else:
            parts.append("<dl>" + "".join(f"<dt><code>{html.escape(name)}</code></dt><dd><p>{rest}</p></dd>" for name, rest in found) + "</dl>")
    return "".join(parts)


def short(text):
    return re.sub(r"\b_(?:r|enum|typing|t)\.", "", text)


def decorators(function):
    return [ast.unparse(each) for each in function.decorator_list]


def signature(function, name=None, skip_self=True):
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    parts = [one(each, default) for each, default in zip(plain, defaults)]
    if skip_self and plain and plain[0].arg in ("self", "cls"):
        parts = parts[1:]
    if arguments.vararg:
        parts.append("*" + one(arguments.vararg, None))
    elif arguments.kwonlyargs:
        parts.append("*")
    parts += [one(each, default) for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        parts.append("**" + one(arguments.kwarg, None))
    result = f" -> {ast.unparse(function.returns)}" if function.returns and name is None else ""
    text = f"{name or function.name}({', '.join(parts)}){result}"
    if len(text) > 76 and parts:
        text = f"{name or function.name}(\n    " + ",\n    ".join(parts) + f"){result}"
    return short(text)


def one(argument, default):
    text = argument.arg + (f": {ast.unparse(argument.annotation)}" if argument.annotation else "")
    return text + (f" = {ast.unparse(default)}" if default is not None else "")


def comment(node, lines):
    """The lines above a declaration that begin with `#:`."""
    found = []
    for line in reversed(lines[: node.lineno - 1]):
        if not line.strip().startswith("#:"):
            break
        found.insert(0, line.strip()[2:].strip())
    return "\n".join(found)


def class_entry(node, lines):
    bases = [short(ast.unparse(each)) for each in node.bases]
    constructor = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
    if constructor is not None:
        signatures = ["class " + signature(constructor, node.name)]
    else:
        signatures = [f"class {node.name}({', '.join(bases)})" if bases else f"class {node.name}"]
    entry = Entry(node.name, signatures, documentation(node), is_group=True)
    if constructor is not None and bases and bases[0] not in ("Record", "Handle", "Interface"):
        entry.text += f"<p>Base: <code>{html.escape(', '.join(bases))}</code>.</p>"
    if constructor is not None and ast.get_docstring(constructor):
        entry.text += documentation(constructor)
    for each in node.body:
        text = MARKDOWN.render(comment(each, lines)).strip()
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and isinstance(each.targets[0], ast.Name):
            name = each.targets[0].id
            if not name.startswith("_"):
                entry.rows.append((name, "", text))
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and not each.target.id.startswith("_"):
            entry.rows.append((each.target.id, short(ast.unparse(each.annotation)), text))
        elif isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and not each.name.startswith("_"):
            marks = decorators(each)
            if any(mark.endswith(".setter") or mark == "overload" for mark in marks):
                continue
            if any("property" in mark for mark in marks):
                kind = f": {short(ast.unparse(each.returns))}" if each.returns else ""
                entry.members.append(Entry(each.name, [each.name + kind], documentation(each)))
            else:
                prefix = "static " if "staticmethod" in marks else ""
                prefix = "async " + prefix if isinstance(each, ast.AsyncFunctionDef) else prefix
                entry.members.append(Entry(each.name, [prefix + signature(each)], documentation(each)))
    return entry


def python_topics(folder, types):
    groups, functions = [], Entry("Other functions", [], is_group=True)
    exported = set(re.findall(r"(\w+) as \w+,", (folder / "__init__.py").read_text(encoding="utf-8")))
    for file in ("_library.py", "_runtime.py"):
        source = (folder / file).read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            name = getattr(node, "name", "_")
            if name.startswith("_") or file == "_runtime.py" and name not in exported:
                continue
            if isinstance(node, ast.ClassDef):
                groups.append((topic_of(name, types) if file == "_library.py" else "runtime", class_entry(node, source.splitlines())))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                functions.members.append(Entry(name, [signature(node)], documentation(node)))
    groups.append(("runtime", functions))
    return topic_list(groups)
