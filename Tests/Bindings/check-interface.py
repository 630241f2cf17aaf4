#!/usr/bin/env python3
"""Checks the JSON document of a library against its schema, and writes a C program that compiles only if the document and the C
header agree: functions with other types, structures with other members or sizes, other numbers of cases and statuses.

usage: check-interface.py SCHEMA.json LIBRARY.json PROGRAM.c
"""
import json
import sys

from jsonschema import Draft202012Validator


def c_type(entry):
    if entry["kind"] == "pointer":
        return ("const " if entry["is_constant"] else "") + c_type(entry["pointee"]) + " *"
    return {"void": "void", "character": "char"}.get(entry["kind"]) or entry["name"]


def fields(conversion):
    """The members of a structure, as type and name."""
    kind, element = conversion["kind"], conversion.get("element")
    value = element and c_type(element["type"])
    if kind == "optional":
        return [("bool", "has_value"), (value, "value")]
    if kind in ("array", "set"):
        return [(value + " *", "data"), ("size_t", "count")]
    if kind == "map":
        return [(conversion["entry"] + " *", "data"), ("size_t", "count")]
    if kind in ("range", "closed_range"):
        return [(value, "lower"), (value, "upper")]
    if kind == "variant":
        full = [case for case in conversion["cases"] if case["fields"]]
        parts = ["struct { " + " ".join(f"{c_type(f['value']['type'])} {f['name']};" for f in case["fields"]) + f" }} {case['name']};" for case in full]
        return [("int32_t", "kind")] + ([("union { " + " ".join(parts) + " }", "as")] if full else [])
    return [(c_type(field["value"]["type"]), field["name"]) for field in conversion["fields"]] or [("char", "nothing")]


def same_structure(name, members, number):
    yield f"struct check_{number} {{ " + " ".join(f"{kind} {member};" for kind, member in members) + " };"
    yield f"_Static_assert(sizeof(struct check_{number}) == sizeof({name}), \"{name}\");"
    for _, member in members:
        member = member.split("[")[0]
        yield f"_Static_assert(offsetof(struct check_{number}, {member}) == offsetof({name}, {member}), \"{name}.{member}\");"


def structures(library):
    for each in library["runtime"]["structures"]:
        yield each["name"], [(c_type(m["type"]), m["name"] + (f"[{m['count']}]" if "count" in m else "")) for m in each["members"]]
    for each in library["handles"]:
        yield each["name"], [("uint64_t", "bits")]
    for each in library["conversions"]:
        if each["is_declaration"]:
            if "entry" in each:
                yield each["entry"], [(c_type(each["key"]["type"]), "key"), (c_type(each["element"]["type"]), "value")]
            yield each["type"]["name"], fields(each)


def prototype(name, returns, parameters, form="{returns} {name}({list});"):
    types = ", ".join(c_type(parameter["type"]) for parameter in parameters) or "void"
    return form.format(returns=returns, name=name, list=types)


def program(library):
    prefix = library["library"]
    lines = [f"#include <{library['header']}>", "#include <stddef.h>"]
    for each in library["runtime"]["functions"]:
        lines.append(prototype(each["name"], c_type(each["returns"]), each["parameters"]))
    for each in library["functions"]:
        lines.append(prototype(each["name"], f"{prefix}_status", each["parameters"]))
    for each in library["runtime"]["callbacks"] + library["callbacks"]:
        # A type may be declared twice only if it is the same one.
        lines.append(prototype(each["name"], c_type(each["returns"]), each["parameters"], "typedef {returns} (*{name})({list});"))
    for number, (name, members) in enumerate(structures(library)):
        lines += same_structure(name, members, number)
    for case in [case for each in library["types"] for case in each["cases"]] + library["runtime"]["statuses"]:
        lines.append(f"_Static_assert({case['constant']} == {case['number']}, \"{case['constant']}\");")
    lines.append(f"_Static_assert({prefix.upper()}_ABI_FINGERPRINT == 0x{library['fingerprint']}u, \"fingerprint\");")
    lines.append(f"_Static_assert({prefix.upper()}_ABI_VERSION == {library['runtime']['version']}, \"version\");")
    return "\n".join(lines + ["int main(void) { return 0; }", ""])


def main(schema_path, library_path, program_path):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    with open(library_path, encoding="utf-8") as file:
        library = json.load(file)
    Draft202012Validator.check_schema(schema)
    errors = list(Draft202012Validator(schema).iter_errors(library))
    for error in errors[:10]:
        print(f"{library_path}: {error.json_path}: {error.message[:200]}", file=sys.stderr)
    with open(program_path, "w", encoding="utf-8") as file:
        file.write(program(library))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
