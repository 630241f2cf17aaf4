"""Declarations of C, C++ and C# as Doxygen reads them."""

import html
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from interfaces import TOPICS, Entry, Topic

TAGS = {"computeroutput": "code", "bold": "strong", "emphasis": "em", "itemizedlist": "ul", "orderedlist": "ol", "listitem": "li",
        "table": "table", "row": "tr", "verbatim": "pre", "preformatted": "pre", "codeline": "span", "programlisting": "pre", "blockquote": "blockquote"}
CHARACTERS = {"ndash": "–", "mdash": "—", "linebreak": "<br>", "nonbreakablespace": " ", "sp": " ", "zwj": ""}


def run(inputs, pattern, excluded=""):
    """The compounds that Doxygen finds in the files."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "INPUT": inputs, "FILE_PATTERNS": pattern, "EXCLUDE_PATTERNS": excluded, "OUTPUT_DIRECTORY": folder, "GENERATE_HTML": "NO",
            "GENERATE_LATEX": "NO", "GENERATE_XML": "YES", "XML_PROGRAMLISTING": "NO", "EXTRACT_ALL": "YES", "QUIET": "YES", "WARNINGS": "NO",
            "JAVADOC_AUTOBRIEF": "YES", "MACRO_EXPANSION": "YES", "EXPAND_ONLY_PREDEF": "YES", "SORT_MEMBER_DOCS": "NO",
            "PREDEFINED": "HOTSHOE_API= HOTSHOE_DEPRECATED(x)= HOTSHOE_HEADER_ONLY_FUNCTION= NETCOREAPP=1",
        }
        subprocess.run(["doxygen", "-"], input="\n".join(f"{key} = {value}" for key, value in settings.items()), text=True, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        files = sorted(pathlib.Path(folder, "xml").glob("*.xml"))
        return [compound for file in files for compound in ElementTree.parse(file).getroot().iter("compounddef")]


def plain(element):
    return "" if element is None else " ".join("".join(element.itertext()).split())


def inner(element):
    """The contents of an element as HTML."""
    parts = [html.escape(element.text or "")]
    for child in element:
        parts += [markup(child), html.escape(child.tail or "")]
    return "".join(parts)


def markup(element):
    tag = element.tag
    if tag in CHARACTERS:
        return CHARACTERS[tag]
    if tag == "para":
        return paragraph(element)
    if tag == "ulink":
        return f'<a href="{html.escape(element.get("url"))}">{inner(element)}</a>'
    if tag == "entry":
        name = "th" if element.get("thead") == "yes" else "td"
        return f"<{name}>{''.join(inner(each) for each in element)}</{name}>"
    if tag == "parameterlist":
        title = {"param": "Parameters", "exception": "Errors", "templateparam": "Template parameters", "retval": "Results"}[element.get("kind")]
        return f"<p class='title'>{title}</p><dl>{''.join(parameter(each) for each in element)}</dl>"
    if tag == "simplesect":
        title = {"return": "Returns", "see": "See also", "note": "Note", "since": "Since", "remark": "Remarks"}.get(element.get("kind"), element.get("kind").capitalize())
        return f"<p class='title'>{title}</p>{''.join(markup(each) for each in element)}"
    if tag in TAGS:
        return f"<{TAGS[tag]}>{inner(element)}</{TAGS[tag]}>"
    return inner(element)


def parameter(item):
    names = ", ".join(f"<code>{html.escape(plain(name).strip('`'))}</code>" for name in item.iter("parametername") if plain(name))
    text = "".join(markup(each) for each in item.find("parameterdescription"))
    return f"<dt>{names}</dt><dd>{text}</dd>"


BLOCKS = {"parameterlist", "simplesect", "itemizedlist", "orderedlist", "table", "verbatim", "programlisting", "blockquote"}


def paragraph(element):
    """Doxygen puts lists and tables into paragraphs, which HTML does not allow."""
    parts, text = [], html.escape(element.text or "")
    for child in element:
        if child.tag in BLOCKS:
            parts += [f"<p>{text.strip()}</p>" if text.strip() else "", markup(child)]
            text = html.escape(child.tail or "")
        else:
            text += markup(child) + html.escape(child.tail or "")
    return "".join(parts) + (f"<p>{text.strip()}</p>" if text.strip() else "")


def documentation(element):
    text = "".join("".join(markup(each) for each in part) for name in ("briefdescription", "detaileddescription")
                   if (part := element.find(name)) is not None)
    return re.sub(r"(?:``|\\`)+", "", text)


def signature(member):
    """A declaration in the language, a line for each parameter where it is long."""
    kind, definition, arguments = member.get("kind"), plain(member.find("definition")), plain(member.find("argsstring"))
    if kind == "friend":
        definition = "friend " + definition.removeprefix("friend ")
    text = definition + ("" if kind in ("property", "variable", "typedef") and not arguments else arguments)
    text = re.sub(r"\bstatic inline\b|\bHOTSHOE_API\b", "", text).strip()
    # Doxygen puts spaces into angle brackets.
    return text if "operator" in text else re.sub(r"<\s+", "<", re.sub(r"\s+>", ">", text))


def wrapped(text):
    found = re.fullmatch(r"([^(]*(?:operator ?\(\))?[^(]*)\((.*)\)(.*)", text, re.S)
    if len(text) <= 76 or not found or not found.group(2):
        return text
    parts, depth, part = [], 0, ""
    for character in found.group(2):
        depth += (character in "(<[{") - (character in ")>]}")
        if character == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += character
    parts.append(part.strip())
    return f"{found.group(1)}(\n    " + ",\n    ".join(parts) + f"){found.group(3)}"


def line(element):
    location = element.find("location")
    return int(location.get("line", "0")) if location is not None else 0


def file_of(element):
    location = element.find("location")
    return pathlib.Path(location.get("file")).stem if location is not None else ""


def topic_list(groups):
    """Topics of pairs of a topic's name and a group."""
    by_name = {}
    for name, group in groups:
        if name in ("camera", "properties") and re.search(r"[a-z](_property|Property)$", group.name):
            name = "typed_properties"
        if name == "camera" and group.name.lower().startswith("cameraplugin"):
            name = "driver"
        by_name.setdefault(name, []).append(group)
    # The type that a topic is called after is its first.
    for name, found in by_name.items():
        found.sort(key=lambda group: group.name.removeprefix("hotshoe_").replace("_", "").lower() != name.replace("_", ""))
    return [Topic(name, title, summary, by_name.get(name, [])) for name, title, summary in TOPICS]


# C

# Functions that every type has; the page of the runtime explains them once.
COMMON_C = re.compile(r"_(retain|release|free|equal|hash|copy)$")


def c_topics(include):
    compounds = run(include, "*.h")
    structures = {plain(each.find("compoundname")): each for each in compounds if each.get("kind") == "struct"}
    groups = []
    for file in (each for each in compounds if each.get("kind") == "file"):
        groups += [(pathlib.Path(plain(file.find("compoundname"))).stem, group) for group in c_groups(file, structures, include)]
    return topic_list(groups)


def c_groups(file, structures, include):
    stem = plain(file.find("compoundname"))
    members = [each for each in file.iter("memberdef") if plain(each.find("name")) and line(each) or each.get("kind") == "enum"]
    # The nouns of the header, in its order; `Types` and `Functions` are not among them.
    text = pathlib.Path(include, stem).read_text(encoding="utf-8").splitlines()
    sections = [(number, found.group(1)) for number, each in enumerate(text, 1) if (found := re.match(r"/\* -+ (.+?) -+ \*/", each))]
    own = {name: each for name, each in structures.items() if file_of(each) == pathlib.Path(stem).stem and re.fullmatch(r"hotshoe_\w+", name)}
    groups, order = {}, []

    def group(name):
        if name not in groups:
            entry = groups[name] = Entry(name, [], is_group=True)
            order.append(name)
            if name in own:
                fill_structure(entry, own[name])
        return groups[name]

    for _, name in sections:
        if name in own:
            group(name)
    functions = {plain(each.find("name")): each for each in members if each.get("kind") == "function"}
    for member in members:
        kind, name = member.get("kind"), plain(member.find("name"))
        if kind == "enum":
            entry = enumeration(member)
            if entry:
                groups[entry.name] = entry
                order.append(entry.name)
        elif kind == "function":
            base = re.sub(r"_(result|wait)$", "", name)
            if base != name and base in functions:
                continue
            section = next((each for number, each in reversed(sections) if number <= line(member)), "Functions")
            owner = section if section in own else longest_owner(name, own)
            if COMMON_C.search(name) and owner:
                group(owner).common = getattr(group(owner), "common", []) + [name]
                continue
            variants = [functions[each] for each in (name, f"{name}_result", f"{name}_wait") if each in functions]
            signatures = [wrapped(signature(each)) for each in variants]
            group(owner or "Other functions").members.append(Entry(name, signatures, documentation(member)))
        elif kind in ("typedef", "define") and not name.endswith("_H") and name not in own:
            signatures = [signature(member) if kind == "typedef" else f"#define {name} {plain(member.find('initializer'))}".strip()]
            group("Types and constants").members.append(Entry(name, [wrapped(each) for each in signatures], documentation(member)))
    for name in own:
        group(name)
    for entry in groups.values():
        common = getattr(entry, "common", [])
        if common:
            entry.text += "<p>Also: " + ", ".join(f"<code>{each}</code>" for each in sorted(common)) + ".</p>"
    return [groups[name] for name in order]


def longest_owner(name, own):
    return max((each for each in own if name.startswith(each + "_")), key=len, default=None)


def fill_structure(entry, compound):
    entry.text = documentation(compound)
    fields = [each for each in compound.iter("memberdef") if each.get("kind") == "variable"]
    if [plain(each.find("name")) for each in fields] != ["bits"]:
        entry.rows = [(plain(each.find("name")), shown_type(plain(each.find("type"))), documentation(each)) for each in fields]


def shown_type(text):
    return re.sub(r"(struct|union) \S*@\S*|\S*::@\S*", r"union", text)


def enumeration(member):
    values = [(plain(each.find("name")), "", documentation(each), plain(each.find("initializer"))) for each in member.iter("enumvalue")]
    if not values:
        return None
    names = [name for name, *_ in values]
    prefix = names[0] if len(names) == 1 else common_prefix(names)
    entry = Entry(prefix.rstrip("_") if len(names) > 1 else names[0], [], documentation(member), is_group=True)
    entry.rows = [(name, number.lstrip("= ") and number, text) for name, _, text, number in values]
    return entry


def common_prefix(names):
    parts = [name.split("_") for name in names]
    shared = []
    for words in zip(*parts):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return "_".join(shared) or names[0]


def c_types(topics):
    """The topic of each type, by its name without the prefix and without underscores."""
    return {group.name.removeprefix("hotshoe_").removeprefix("HOTSHOE_").replace("_", "").lower(): topic.name
            for topic in topics for group in topic.groups}


# C++


def cpp_topics(include):
    compounds = run(include, "*.hpp", "*_definitions.hpp")
    groups = []
    for compound in compounds:
        name = plain(compound.find("compoundname"))
        if compound.get("kind") in ("class", "struct") and re.fullmatch(r"hotshoe::\w+(::\w+)*", name) and "detail" not in name:
            entry = Entry(name.removeprefix("hotshoe::"), [], documentation(compound), is_group=True)
            for member in compound.iter("memberdef"):
                add_member(entry, member, short=name + "::")
            groups.append((file_of(compound), line(compound), entry))
        elif name == "hotshoe":
            free = {}
            for member in compound.iter("memberdef"):
                kind, file = member.get("kind"), file_of(member)
                if kind == "enum":
                    entry = Entry(plain(member.find("name")), [], documentation(member), is_group=True)
                    entry.rows = [(plain(each.find("name")), "", documentation(each)) for each in member.iter("enumvalue")]
                    groups.append((file, line(member), entry))
                elif kind in ("function", "typedef", "variable"):
                    if file not in free:
                        free[file] = Entry("Functions and types", [], is_group=True)
                        groups.append((file, 10**9, free[file]))
                    add_member(free[file], member)
    groups.sort(key=lambda each: each[1])
    return topic_list([(file, entry) for file, _, entry in groups])


def add_member(entry, member, short=""):
    kind, name = member.get("kind"), plain(member.find("name"))
    text = documentation(member)
    if member.get("prot") != "public" or kind not in ("function", "variable", "property", "typedef", "friend", "event"):
        return
    if not text and (name.startswith("operator") or kind == "friend" or "detail::" in plain(member.find("definition")) or "enable_if" in plain(member.find("type"))):
        return
    declaration = signature(member).replace(short, "") if short else signature(member)
    templates = member.find("templateparamlist")
    if templates is not None and "enable_if" in plain(templates):
        return
    if templates is not None:
        declaration = "template <" + ", ".join(plain(each) for each in templates) + "> " + declaration
    declaration = re.sub(r"\bhotshoe::", "", declaration)
    if kind in ("variable", "property") and member.find("initializer") is not None and kind == "variable":
        declaration += " " + plain(member.find("initializer"))
    if entry.members and not text and entry.members[-1].name == name:
        entry.members[-1].signatures.append(wrapped(declaration))
        return
    entry.members.append(Entry(name, [wrapped(declaration)], text))


# C#


def csharp_topics(sources, types):
    files = " ".join(str(file) for file in sources)
    compounds = run(files, "*.cs")
    groups = []
    for compound in compounds:
        name = plain(compound.find("compoundname"))
        if compound.get("kind") not in ("class", "struct", "interface", "namespace") or not name.startswith("HotShoe"):
            continue
        if compound.get("kind") == "namespace":
            for member in compound.iter("memberdef"):
                if member.get("kind") == "enum":
                    entry = Entry(plain(member.find("name")), [], documentation(member), is_group=True)
                    entry.rows = [(plain(each.find("name")), "", documentation(each)) for each in member.iter("enumvalue")]
                    groups.append((line(member), entry))
            continue
        short = name.removeprefix("HotShoe::")
        if compound.get("prot") != "public" or not short or re.match(r"(Native|Crossings?|Callbacks?|Functions)\b", short):
            continue
        entry = Entry(short.replace("::", "."), [], documentation(compound), is_group=True)
        for member in compound.iter("memberdef"):
            add_csharp_member(entry, member, name.replace("::", "."))
        groups.append((line(compound), entry))
    groups.sort(key=lambda each: each[0])
    return topic_list([(csharp_topic(entry.name, types), entry) for _, entry in groups])


def csharp_topic(name, types):
    return topic_of(re.sub(r"Exception|Extensions$|Base$", "", name.split(".")[0]), types)


def topic_of(name, types):
    """The topic of a class: that of the type in C, or of the type whose name it begins with."""
    name = name.lower()
    for length in range(len(name), 2, -1):
        if name[:length] in types:
            return types[name[:length]]
        if name.startswith("i") and name[1:length] in types:
            return types[name[1:length]]
    return "runtime"


def add_csharp_member(entry, member, owner):
    kind, name = member.get("kind"), plain(member.find("name"))
    text = documentation(member)
    if member.get("prot") != "public" or kind not in ("function", "property", "event", "variable"):
        return
    if re.match(r"operator\W", name) and not text or name in ("operator==", "operator!=") or not text and name in ("Equals", "GetHashCode", "ToString", "Dispose", "CompareTo"):
        return
    declaration = re.sub(r"global::(?:\w+\.)+", "", signature(member)).replace("HotShoe.", "").replace(owner.removeprefix("HotShoe.") + ".", "")
    if kind == "property":
        accessors = " ".join(f"{word};" for word, key in (("get", "gettable"), ("set", "settable")) if member.get(key) == "yes")
        declaration += f" {{ {accessors} }}" if accessors else ""
    if entry.members and not text and entry.members[-1].name == name:
        entry.members[-1].signatures.append(wrapped(declaration))
        return
    entry.members.append(Entry(name, [wrapped(declaration)], text))
