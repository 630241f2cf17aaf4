"""Pages of a reference: one for each topic, from declarations that a reader has found in headers or sources."""

import dataclasses
import html
import json
import re


@dataclasses.dataclass
class Entry:
    """A declaration: its signatures as text, its documentation as HTML, and its members."""

    name: str
    signatures: list
    text: str = ""
    members: list = dataclasses.field(default_factory=list)
    # Rows of a table: the fields of a structure, the cases of an enumeration.
    rows: list = dataclasses.field(default_factory=list)
    # Groups begin with a heading, members with their signature.
    is_group: bool = False


@dataclasses.dataclass
class Topic:
    name: str
    title: str
    summary: str
    groups: list


class Reference:
    """The reference of one language. `separator` stands between a type and its member in the names that a search finds."""

    def __init__(self, language, title, introduction, separator):
        self.language, self.title, self.introduction, self.separator = language, title, introduction, separator
        self.places = {}
        self.objects = []

    def name_places(self, topics):
        """Gives each declaration an anchor, by which the documentation of others refers to it."""
        for topic in topics:
            used = set()
            for group in topic.groups:
                for entry in [group, *group.members]:
                    name = entry.name if entry is group or not self.separator else f"{group.name}{self.separator}{entry.name}"
                    stem = re.sub(r"[^A-Za-z0-9]+", "-", f"{self.language}-{name}").strip("-").lower()
                    if entry is group and " " in name:
                        # Declarations that belong to no type; each topic has such a group.
                        stem += f"-{topic.name.replace('_', '-')}"
                    anchor, number = stem, 1
                    while anchor in used:
                        number += 1
                        anchor = f"{stem}-{number}"
                    used.add(anchor)
                    entry.anchor = anchor
                    place = (topic.name, anchor)
                    if name not in self.places and " " not in name:
                        self.places[name] = place
                        self.objects.append([name, f"{self.language}/{topic.name}", anchor, 0 if entry is group else 1])
                for name, *_ in group.rows:
                    # A field of C has the same name in several structures; a constant has not.
                    if self.separator or name.isupper():
                        self.places.setdefault(f"{group.name}{self.separator}{name}" if self.separator else name, (topic.name, group.anchor))

    def linked(self, text, topic):
        """The text with links at the names of declarations."""
        def replaced(found):
            name = html.unescape(found.group(1)).removesuffix("()")
            place = self.places.get(name) or self.places.get(name.removeprefix("hotshoe::"))
            if place is None:
                return found.group(0)
            page = "" if place[0] == topic.name else f"{place[0]}.html"
            return f'<a class="reference" href="{page}#{place[1]}">{found.group(0)}</a>'
        return re.sub(r"<code>([^<]+)</code>", replaced, text)

    def rendered(self, entry, topic):
        parts = []
        if entry.signatures:
            signatures = "\n".join(entry.signatures)
            parts.append(f"<pre>{html.escape(signatures)}</pre>")
        parts.append(self.linked(entry.text, topic))
        if entry.rows:
            rows = "".join(f"<dt><code>{html.escape(name)}</code>{f' <span>{html.escape(kind)}</span>' if kind else ''}</dt>"
                           f"<dd>{self.linked(text, topic)}</dd>" for name, kind, text in entry.rows)
            parts.append(f"<dl class='rows'>{rows}</dl>")
        return "".join(parts)

    def page(self, topic):
        lines = [f"# {topic.title} ({self.title})", "", topic.summary, ""]
        for group in topic.groups:
            lines += [f"({group.anchor})=", f"## {group.name.replace('_', chr(92) + '_').replace('<', chr(92) + '<')}", "", "```{raw} html"]
            lines.append(f'<div class="entry">{one_line(self.rendered(group, topic))}</div>')
            for member in group.members:
                lines.append(f'<div class="entry member" id="{member.anchor}">{one_line(self.rendered(member, topic))}</div>')
            lines += ["```", ""]
        return "\n".join(lines)

    def write(self, topics, folder):
        topics = [topic for topic in topics if topic.groups]
        self.name_places(topics)
        folder.mkdir(parents=True)
        for topic in topics:
            (folder / f"{topic.name}.md").write_text(f"---\nnosearch: true\n---\n\n{self.page(topic)}", encoding="utf-8")
        names = "\n".join(topic.name for topic in topics)
        rows = "\n".join(f"| [{topic.title}]({topic.name}.md) | {topic.summary} |" for topic in topics)
        (folder / "index.md").write_text(
            f"# {self.title}\n\n{self.introduction}\n\n| topic | |\n| --- | --- |\n{rows}\n\n```{{toctree}}\n:hidden:\n\n{names}\n```\n",
            encoding="utf-8")
        (folder / "objects.json").write_text(json.dumps(self.objects), encoding="utf-8")


def one_line(text):
    """HTML without blank lines, which would end it in Markdown; lines of <pre> stay."""
    return re.sub(r"\n\s*\n+", "\n", text)


# The topics of the headers. A type of another language belongs to the topic of its type in C.
TOPICS = [
    ("discovery", "Discovery", "Finding cameras, and the providers that find them."),
    ("camera", "Camera", "Connecting, events, shooting, focus, live view, folders and files on cards."),
    ("properties", "Properties", "Identifiers, kinds and values of properties."),
    ("typed_properties", "Typed properties", "Handles to properties with one type of values: aperture, ISO speed, shutter speed and others."),
    ("exposure", "Exposure", "Aperture, shutter speed, ISO speed, exposure compensation, and calculations with stops."),
    ("live_view", "Live view", "Frames, focus areas, histograms and buffers."),
    ("files", "Files", "Items on cards, metadata of pictures, offered transfers."),
    ("saving", "Saving", "Names for the copies of files."),
    ("tethering", "Tethering", "Receiving pictures as they are taken."),
    ("values", "Values", "Errors, capabilities, options, states and other values."),
    ("driver", "Drivers and plugins", "Cameras of your own."),
    ("simulated_camera", "Simulated camera", "A camera without hardware, and faults to inject."),
    ("support", "Support", "Logging and time."),
    ("runtime", "Runtime", "Strings, handles, errors, operations, streams and queues: what all topics need."),
    ("plugin", "Plugin files", "The entry point of a shared library that programs load as a plugin."),
]
