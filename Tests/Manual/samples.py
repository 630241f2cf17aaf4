"""The samples of a Markdown page: fenced blocks, and indented ones, which are commands of a shell."""

import dataclasses
import pathlib
import re


@dataclasses.dataclass
class Sample:
    page: pathlib.Path
    line: int
    language: str
    text: str
    # Marks of the comment before the block, such as {"interrupted": ""}; README.md lists them.
    marks: dict

    def __str__(self):
        return f"{self.page.name}:{self.line}"


MARKS = {"not run", "interrupted", "file", "replace", "from", "before", "exit"}


def marks_of(comment, place):
    marks = {}
    for part in comment.split(";"):
        name, _, value = part.strip().partition(":")
        if name not in MARKS:
            raise ValueError(f"{place}: unknown mark {name}")
        marks.setdefault(name, []).append(value.strip())
    return marks


def samples(page):
    page = pathlib.Path(page)
    lines = page.read_text(encoding="utf-8").splitlines()
    found, marks, index = [], {}, 0
    while index < len(lines):
        line = lines[index]
        comment = re.fullmatch(r"<!-- sample: (.*) -->", line)
        start = index
        if comment:
            marks = marks_of(comment.group(1), f"{page.name}:{index + 1}")
        elif fence := re.fullmatch(r"(`{3,})(\w*)", line):
            end = lines.index(fence.group(1), index + 1)
            found.append(Sample(page, start + 1, fence.group(2), "\n".join(lines[index + 1:end]) + "\n", marks))
            index, marks = end, {}
        elif line.startswith("    ") and (index == 0 or not lines[index - 1].strip()):
            while index + 1 < len(lines) and (lines[index + 1].startswith("    ") or not lines[index + 1].strip()):
                index += 1
            block = [each.removeprefix("    ") for each in lines[start:index + 1]]
            found.append(Sample(page, start + 1, "sh", "\n".join(block).rstrip() + "\n", marks))
            marks = {}
        elif line.strip():
            if marks:
                raise ValueError(f"{page.name}:{index + 1}: a mark without a sample")
        index += 1
    return found


@dataclasses.dataclass
class Command:
    text: str
    input: list
    # Lines that it must print; … stands for any text. None: not compared.
    output: list


def commands(text):
    """The commands of a shell block. With `$` before each command, the lines below are its output; those with a prompt (`NAME> `) its input."""
    lines, found = text.splitlines(), []
    is_transcript = any(line.startswith("$ ") for line in lines)
    while lines:
        line = lines.pop(0)
        if not line.strip() or line.startswith("#"):
            continue
        while line.endswith("\\"):
            line = line[:-1] + lines.pop(0)
        if document := re.search(r"<<'?(\w+)'?", line):
            end = lines.index(document.group(1))
            line = "\n".join([line, *lines[:end + 1]])
            del lines[:end + 1]
        if not is_transcript:
            found.append(Command(line, [], None))
        elif line.startswith("$ "):
            found.append(Command(line[2:], [], None))
        elif prompt := re.match(r"[A-Z][\w ]*> (.*)", line):
            found[-1].input.append(prompt.group(1))
        else:
            found[-1].output = (found[-1].output or []) + [line]
    return found


def differs(expected, actual):
    """What is wrong with an output; None if nothing is."""
    pattern = ".*".join(re.escape(part) for part in "\n".join(expected).strip().split("…"))
    return None if re.fullmatch(pattern, actual.strip(), re.S) else f"expected:\n{chr(10).join(expected)}\nprinted:\n{actual}"
