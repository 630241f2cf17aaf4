"""Pages of the interface over HTTP, from the OpenAPI document of `hotshoe serve`."""

import html
import json
import os
import re
import subprocess
import urllib.request

TITLES = {"overview": "Overview", "session": "Session", "cameras": "Cameras", "properties": "Properties", "shoot": "Taking pictures", "video": "Video",
          "focus": "Focus", "series": "Series", "tethering": "Tethering", "files": "Files", "live-view": "Live view", "events": "Events"}


def description(tool):
    """The document, from a server with a simulated camera."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("HOTSHOE_")}
    with subprocess.Popen([tool, "serve", "--simulated", "--port", "0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=clean) as server:
        try:
            url = json.loads(server.stdout.readline())["url"]
            with urllib.request.urlopen(f"{url}api/v1/openapi.json", timeout=30) as answer:
                return json.load(answer)
        finally:
            server.terminate()


def kind(schema):
    """A type in words, with links to the objects."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f'<a href="objects.html#http-{name.lower()}">{name}</a>'
    if "enum" in schema:
        return " | ".join(f"<code>{html.escape(json.dumps(each))}</code>" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"array of {kind(schema.get('items', {}))}"
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " or ".join(kind(each) for each in schema[word])
    names = schema.get("type", "any")
    text = " or ".join(names) if isinstance(names, list) else names
    limits = [f"{word} {schema[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in schema]
    return " ".join([text, *limits])


def sentence(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text or "", quote=False))


def member_rows(schema):
    required = set(schema.get("required", ()))
    rows = []
    for name, each in schema.get("properties", {}).items():
        mark = " required" if name in required else ""
        rows.append(f"<dt><code>{html.escape(name)}</code> <span>{kind(each)}{mark}</span></dt><dd><p>{sentence(each.get('description'))}</p>{nested(each)}</dd>")
    return f"<dl class='rows'>{''.join(rows)}</dl>" if rows else ""


def nested(schema):
    inner = schema.get("items", schema) if schema.get("type") == "array" else schema
    return member_rows(inner) if inner.get("properties") else ""


def operation(method, path, each):
    parts = [f"<pre>{method.upper()} {html.escape(path)}</pre>", f"<p>{sentence(each['summary'])}</p>"]
    if each.get("description"):
        parts.append(f"<p>{sentence(each['description'])}</p>")
    parameters = [one for one in each.get("parameters", ()) if one["name"] != "camera"]
    if parameters:
        rows = "".join(f"<dt><code>{html.escape(one['name'])}</code> <span>{kind(one.get('schema', {}))}, {one['in']}{' required' if one.get('required') and one['in'] != 'path' else ''}</span></dt>"
                       f"<dd><p>{sentence(one.get('description'))}</p></dd>" for one in parameters)
        parts.append(f"<p class='title'>Parameters</p><dl class='rows'>{rows}</dl>")
    for media, content in each.get("requestBody", {}).get("content", {}).items():
        members = member_rows(content.get("schema", {}))
        parts.append(f"<p class='title'>Body: {html.escape(media)}</p>{members or '<p>' + kind(content.get('schema', {})) + '</p>'}")
    for status, answer in each["responses"].items():
        if status == "default":
            continue
        contents = [f"<code>{html.escape(media)}</code>: {kind(content['schema']) if content.get('schema') else 'bytes'}" for media, content in answer.get("content", {}).items()]
        schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
        parts.append(f"<p class='title'>Answer {status}</p><p>{sentence(answer['description'])} {'; '.join(contents)}</p>{nested(schema)}")
    return f'<div class="entry member" id="http-{each["operationId"].lower()}">{"".join(parts)}</div>'


def link(tag, method, path, each):
    name = html.escape(f"{method.upper()} {path.removeprefix('/api/v1') or '/'}")
    return f"<dt><a href='{tag}.html#http-{each['operationId'].lower()}'><code>{name}</code></a></dt><dd><p>{sentence(each['summary'])}</p></dd>"


def write(tool, folder):
    folder.mkdir(parents=True)
    document = description(tool)
    (folder / "openapi.json").write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8")
    groups = {tag["name"]: [] for tag in document["tags"]}
    objects, rows = [], []
    for path, methods in document["paths"].items():
        for method, each in methods.items():
            tag, anchor = each["tags"][0], f"http-{each['operationId'].lower()}"
            groups[tag].append((method, path, each))
            objects.append([f"{method.upper()} {path}", f"http/{tag}", anchor, 0])
    for tag, operations in groups.items():
        body = "".join(operation(*each) + "\n" for each in operations)
        title = TITLES.get(tag, tag)
        (folder / f"{tag}.md").write_text(f"# {title} (HTTP)\n\nErrors are a [Problem](objects.md#problem). The parameter `camera` of a path is an"
                                          f" identifier or a serial number.\n\n```{{raw}} html\n{body}```\n", encoding="utf-8")
        rows += ["", f"## {title}", "", "```{raw} html", f"<dl class='rows'>{''.join(link(tag, *each) for each in operations)}</dl>", "```"]
    lines = ["# Objects (HTTP)", "", "Members without \"required\" may be absent.", ""]
    for name, schema in document["components"]["schemas"].items():
        objects.append([name, "http/objects", f"http-{name.lower()}", 0])
        lines += [f"## {name}", "", "```{raw} html", f'<div class="entry" id="http-{name.lower()}"><p>{sentence(schema.get("description"))}</p>{member_rows(schema)}</div>', "```", ""]
    (folder / "objects.md").write_text("\n".join(lines), encoding="utf-8")
    (folder / "index.md").write_text("\n".join([
        "# HTTP", "", document["info"]["description"], "",
        "[From a browser](../manual/browser.md) has examples, [serving cameras](../serve.md) the rules for access. The same description in OpenAPI 3.1:"
        " {download}`openapi.json`, or `/api/v1/openapi.json` of a server.", "", "Paths begin with `/api/v1`.", "",
        *rows, "",
        "```{toctree}", ":hidden:", "", *groups, "objects", "```", ""]), encoding="utf-8")
    (folder / "objects.json").write_text(json.dumps(objects), encoding="utf-8")
