"""Writes a package for NuGet as `dotnet pack` does. Usage: nupkg.py PROJECT FOLDER OUTPUT: the project file with the package's properties,
the folder with the package's files at their places, and the folder for HotShoe.VERSION.nupkg, whose path is printed."""

from __future__ import annotations

import hashlib
import pathlib
import sys
import xml.etree.ElementTree as ET
import zipfile
from xml.sax.saxutils import escape, quoteattr

NUSPEC = "http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
CORE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def properties(project: pathlib.Path) -> dict[str, str]:
    return {each.tag: (each.text or "").strip() for group in ET.parse(project).getroot().iter("PropertyGroup") for each in group}


def nuspec(values: dict[str, str]) -> str:
    elements = [
        ("id", values["PackageId"]),
        ("version", values["Version"]),
        ("title", values["Title"]),
        ("authors", values["Authors"]),
        ("requireLicenseAcceptance", values["PackageRequireLicenseAcceptance"]),
        ("readme", values["PackageReadmeFile"]),
        ("description", values["Description"]),
        ("copyright", values["Copyright"]),
        ("tags", values["PackageTags"]),
    ]
    lines = [f"    <{name}>{escape(text)}</{name}>" for name, text in elements]
    lines.insert(5, f'    <license type="expression">{escape(values["PackageLicenseExpression"])}</license>')
    lines += ["    <dependencies>", '      <group targetFramework="net8.0" />', "    </dependencies>"]
    return f'{HEAD}<package xmlns="{NUSPEC}">\n  <metadata>\n' + "\n".join(lines) + "\n  </metadata>\n</package>\n"


def core_properties(values: dict[str, str]) -> str:
    elements = {
        "dc:creator": values["Authors"],
        "dc:description": values["Description"],
        "dc:identifier": values["PackageId"],
        "version": values["Version"],
        "keywords": values["PackageTags"],
        "lastModifiedBy": "script/csharp-package",
    }
    lines = [f"  <{name}>{escape(text)}</{name}>" for name, text in elements.items()]
    spaces = f'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="{CORE}"'
    return f"{HEAD}<coreProperties {spaces}>\n" + "\n".join(lines) + "\n</coreProperties>\n"


def relationships(nuspec_name: str, core_name: str) -> str:
    targets = [
        ("http://schemas.microsoft.com/packaging/2010/07/manifest", nuspec_name),
        ("http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", core_name),
    ]
    lines = [
        f'  <Relationship Type="{kind}" Target="/{name}" Id="R{hashlib.sha256(name.encode()).hexdigest()[:16].upper()}" />'
        for kind, name in targets
    ]
    return f'{HEAD}<Relationships xmlns="{RELATIONSHIPS}">\n' + "\n".join(lines) + "\n</Relationships>\n"


def content_types(names: list[str]) -> str:
    known = {"rels": "application/vnd.openxmlformats-package.relationships+xml",
             "psmdcp": "application/vnd.openxmlformats-package.core-properties+xml"}
    suffixes = {name.rsplit(".", 1)[1] for name in names if "." in name.rsplit("/", 1)[-1]} | {"rels", "psmdcp"}
    lines = [f'  <Default Extension={quoteattr(suffix)} ContentType="{known.get(suffix, "application/octet")}" />'
             for suffix in sorted(suffixes)]
    lines += [f'  <Override PartName={quoteattr("/" + name)} ContentType="application/octet" />'
              for name in names if "." not in name.rsplit("/", 1)[-1]]
    return f'{HEAD}<Types xmlns="{TYPES}">\n' + "\n".join(lines) + "\n</Types>\n"


def main() -> None:
    project, folder, output = map(pathlib.Path, sys.argv[1:])
    values = properties(project)
    files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    name = values["PackageId"] + ".nuspec"
    manifest = nuspec(values)
    core = f"package/services/metadata/core-properties/{hashlib.sha256(manifest.encode()).hexdigest()[:32]}.psmdcp"
    files = {name: manifest.encode(), **files, core: core_properties(values).encode()}
    parts = {"_rels/.rels": relationships(name, core).encode(), "[Content_Types].xml": content_types(list(files)).encode(), **files}
    package = output / f"{values['PackageId']}.{values['Version']}.nupkg"
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for part, data in parts.items():
            # The same bytes for each build: no time, and no owner.
            entry = zipfile.ZipInfo(part, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            archive.writestr(entry, data)
    print(package)


if __name__ == "__main__":
    main()
