"""Pages of the command line, from `hotshoe help`."""

import html
import re
import subprocess

# Options that every command has are explained once.
SHARED = ("Options for connecting", "Options of the simulated camera", "Options of every command")


def help_of(tool, *words):
    return subprocess.run([tool, "help", *words], capture_output=True, text=True, check=True,
                          env={"LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}).stdout


def sections(text):
    """Pairs of a title and lines; the first title is empty."""
    found = [("", [])]
    for line in text.splitlines():
        if re.fullmatch(r"\S[^.]*:", line):
            found.append((line[:-1], []))
        else:
            found[-1][1].append(line)
    return found


def rows(lines):
    """Pairs of the left and the right column of a table; None for lines that are no table."""
    starts = [found.start(1) for line in lines if (found := re.match(r" +\S.*?  +(\S)", line)) and not line.startswith(" " * 24)]
    if not starts:
        return None
    column = min(starts)
    result = []
    for line in lines:
        left, right = line[:column].strip(), line[column:].strip()
        if not line.strip():
            continue
        if left and line[column - 1:column] not in ("", " "):
            # A long option has its line alone, and its description below.
            if not re.fullmatch(r" +-\S+( \S+)*", line):
                return None
            left, right = line.strip(), ""
        if left:
            result.append([left, right])
        elif result:
            result[-1][1] += " " + right
    return result


def prose(lines):
    return "".join(f"<p>{code(' '.join(part.split()))}</p>" for part in "\n".join(lines).split("\n\n") if part.strip())


def code(text):
    """Text of a help page as HTML: what stands in backquotes is code, and a command's help is a link."""
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
    return re.sub(r"<code>hotshoe help (environment|exit-codes|patterns|faults|rigs)</code>", r'<a href="\1.html"><code>hotshoe help \1</code></a>', text)


def definitions(pairs):
    return "<dl class='rows'>" + "".join(f"<dt><code>{html.escape(left)}</code></dt><dd><p>{code(right)}</p></dd>" for left, right in pairs) + "</dl>"


def raw(text):
    return f"```{{raw}} html\n{text}\n```\n"


def examples(lines):
    parts = []
    for line in lines:
        if line.startswith("      "):
            parts.append(f"<p>{code(line.strip())}</p>")
        elif line.strip():
            parts.append(f"<pre>{html.escape(line.strip())}</pre>")
    return f'<div class="entry">{"".join(parts)}</div>'


def page(title, text, shared):
    """The page of a command or a topic. Without `shared`, options of all commands are a link."""
    parts = [f"# {title}\n"]
    for heading, lines in sections(text):
        if heading in SHARED and not shared:
            continue
        pairs = rows(lines) if heading not in ("", "Usage", "Examples") else None
        if heading == "":
            parts.append(raw(prose(lines)))
        elif heading == "Usage":
            parts.append(raw("<div class='entry'><pre>" + html.escape("\n".join(line.strip() for line in lines if line.strip() and line.startswith("  "))) + "</pre></div>"))
            parts.append(raw(prose([line for line in lines if not line.startswith("  ")])))
        elif heading == "Examples":
            parts += [f"## {heading}\n", raw(examples(lines))]
        elif pairs:
            rest = trailing(lines)
            parts += [f"## {heading}\n", raw(definitions(rows(lines[: len(lines) - len(rest)])) + prose(rest))]
        else:
            parts += [f"## {heading}\n", raw(prose(lines))]
        if heading == "Options" and not shared:
            parts.append("The [options of all commands](options.md) are described on their own page.\n")
    return "\n".join(part for part in parts if part != raw(""))


def trailing(lines):
    """Paragraphs without indentation after a table."""
    for index, line in enumerate(lines):
        if line and not line.startswith(" "):
            return lines[index:]
    return []


def write(tool, folder):
    folder.mkdir(parents=True)
    overview = dict(sections(help_of(tool)))
    commands = rows(overview["Commands"])
    commands = [(name, summary) for name, summary in commands if name not in ("help", "version")]
    for name, _ in commands:
        (folder / f"{name}.md").write_text(page(f"hotshoe {name}", help_of(tool, name), shared=False), encoding="utf-8")
    shoot = help_of(tool, "shoot")
    options = "\n".join(f"{heading}:\n" + "\n".join(lines) for heading, lines in sections(shoot) if heading in SHARED)
    (folder / "options.md").write_text(page("Options of all commands", options, shared=True), encoding="utf-8")
    topics = (("environment", "Environment and files"), ("exit-codes", "Exit codes"), ("patterns", "Patterns for file names"), ("faults", "Faults of simulated cameras"),
        ("rigs", "Files of rigs"))
    for name, title in topics:
        (folder / f"{name}.md").write_text(page(title, help_of(tool, name), shared=True), encoding="utf-8")
    lines = ["# Command line", "", "Each page has the text of `hotshoe help COMMAND`. The rules that all commands follow are described in"
             " [the command line](../command-line.md).", "", "| command | |", "| --- | --- |"]
    lines += [f"| [{name}]({name}.md) | {summary} |" for name, summary in commands]
    lines += ["", "| for all commands | |", "| --- | --- |", "| [options](options.md) | Options of every command, and those of the simulated camera |"]
    lines += [f"| [{name}]({name}.md) | {title} |" for name, title in topics]
    lines += ["", "```{toctree}", ":hidden:", "", *[name for name, _ in commands], "options", *[name for name, _ in topics], "```", ""]
    (folder / "index.md").write_text("\n".join(lines), encoding="utf-8")
