"""Checks that every name of the fixture's package occurs in a test: each class and function, and each member of a class.

Usage: check_names.py, with the package on the path. Lists the names that are missing, and those in EXEMPT that are not.
"""

from __future__ import annotations

import enum
import inspect
import pathlib
import sys
import tokenize

import kitchen

#: Names that no test needs, with the reason.
EXEMPT = {
    "Operation.throw": "part of Python's protocol for coroutines: called by the event loop when a task is cancelled",
}


def words() -> set[str]:
    """The names in the tests."""
    folder = pathlib.Path(__file__).parent
    found = set()
    for path in [*folder.glob("test_*.py"), folder / "typed.py"]:
        with tokenize.open(path) as file:
            found |= {token.string for token in tokenize.generate_tokens(file.readline) if token.type == tokenize.NAME}
    return found


def own_members(owner: type) -> list[str]:
    """The public names that a class defines itself. The cases of an enumeration are values, which tests iterate over."""
    if issubclass(owner, enum.Enum):
        return []
    names = [name for name in vars(owner) if not name.startswith("_")]
    return names + [name for name in getattr(owner, "__annotations__", {}) if not name.startswith("_") and name not in names]


def names() -> list[tuple[str, str]]:
    """Pairs of a name and the word that a test has for it."""
    result = []
    for name, value in sorted(vars(kitchen).items()):
        if name.startswith("_") or inspect.ismodule(value):
            continue
        result.append((name, name))
        if inspect.isclass(value):
            result += [(f"{name}.{member}", member) for member in own_members(value)]
    return result


def main() -> int:
    tested = words()
    every = names()
    missing = [name for name, word in every if word not in tested and name not in EXEMPT]
    needless = [name for name, word in every if word in tested and name in EXEMPT]
    for name in missing:
        print(f"no test has the name {name}", file=sys.stderr)
    for name in needless:
        print(f"{name} is exempt, and tested", file=sys.stderr)
    print(f"{len(every)} names, {len(EXEMPT)} of them exempt")
    return 1 if missing or needless else 0


if __name__ == "__main__":
    sys.exit(main())
