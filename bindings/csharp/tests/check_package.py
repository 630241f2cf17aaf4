"""Checks the parts of a package for NuGet. Usage: check_package.py PACKAGE ROOT: ROOT is the folder of the build, whose path must not be
in the package."""

import posixpath
import re
import sys
import xml.etree.ElementTree as ET
import zipfile

package, root = sys.argv[1:]
archive = zipfile.ZipFile(package)
names = archive.namelist()
parts = {name: archive.read(name) for name in names}
assert len(set(map(str.lower, names))) == len(names), "two parts have names that differ in case only"


def tree(name):
    return ET.fromstring(parts[name])


# Content types: each part has one.
types = tree("[Content_Types].xml")
suffixes = {each.get("Extension").lower() for each in types if each.tag.endswith("}Default")}
overrides = {each.get("PartName") for each in types if each.tag.endswith("}Override")}
for name in names:
    suffix = posixpath.basename(name).rpartition(".")[2].lower()
    assert name == "[Content_Types].xml" or suffix in suffixes or "/" + name in overrides, f"{name} has no content type"
assert all(part[1:] in parts for part in overrides), "a content type of a part that does not exist"

# The relationships lead to the manifest and to the core properties.
targets = {each.get("Type").rsplit("/", 1)[1]: each.get("Target") for each in tree("_rels/.rels")}
assert set(targets) == {"manifest", "core-properties"} and all(target[1:] in parts for target in targets.values()), targets

manifest = tree(targets["manifest"][1:])
space = re.match(r"\{.*\}", manifest.tag).group()
metadata = {each.tag.removeprefix(space): (each.text or "").strip() for each in manifest.find(space + "metadata")}
for required in ("id", "version", "authors", "description", "license", "readme", "tags"):
    assert metadata.get(required), f"the manifest has no {required}"
assert metadata["readme"] in parts and "LICENSE" in parts
assert package.endswith(f"/{metadata['id']}.{metadata['version']}.nupkg"), "the file has another name than the manifest"
assert re.fullmatch(r"\d+\.\d+\.\d+", metadata["version"])
groups = [each.get("targetFramework") for each in manifest.iter(space + "group")]
folders = sorted({name.split("/")[1] for name in names if name.startswith("lib/")})
assert groups == folders, f"dependencies of {groups}, assemblies for {folders}"
core = tree(targets["core-properties"][1:])
assert {each.tag.rsplit("}", 1)[1]: each.text for each in core}["version"] == metadata["version"]

assert [name for name in names if re.fullmatch(r"runtimes/linux-(x64|arm64)/native/libhotshoe\.so", name)], "there is no library"
for folder in folders:
    assert {f"lib/{folder}/HotShoe.dll", f"lib/{folder}/HotShoe.xml"} <= set(names)
    ET.fromstring(parts[f"lib/{folder}/HotShoe.xml"])

# No path of the machine, and no time of the build.
for name, data in parts.items():
    for path in (root.encode(), root.encode("utf-16-le")):
        assert path not in data, f"{name} has a path of the machine"
assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
print(metadata["version"])
