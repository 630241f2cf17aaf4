"""Opens camera plugins that are Python programs. Called by the library `_plugin`, on a thread of the HotShoe library."""

from __future__ import annotations

import importlib.util
import os
import stat
import sys
import traceback

import hotshoe


class _Refused(Exception):
    """A reason that needs no traceback."""


def _check_owners(path: str) -> None:
    """Loading a program runs it: no other user may be able to replace it, or a folder above it."""
    while True:
        status = os.stat(path)
        if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
            raise _Refused(f"every user of this computer can change {path}")
        if status.st_uid not in (0, os.geteuid()):
            raise _Refused(f"{path} belongs to another user")
        if path == os.path.dirname(path):
            return
        path = os.path.dirname(path)


def _make_provider(argument: str) -> hotshoe.CameraProvider:
    file, _, text = argument.partition("=")
    path = os.path.realpath(file)
    if not os.path.isfile(path):
        raise _Refused(f"there is no file {file!r}")
    _check_owners(path)
    name = "hotshoe_plugin_" + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise _Refused(f"{file} is no Python program")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    make = getattr(module, "hotshoe_plugin", None)
    if not callable(make):
        raise _Refused(f"{file} has no function hotshoe_plugin")
    provider = make(text)
    if not isinstance(provider, hotshoe.CameraProvider):
        raise _Refused(f"hotshoe_plugin of {file} returned {type(provider).__name__}, not a hotshoe.CameraProvider")
    return provider


def open_plugin(argument: str) -> str:
    """Loads the program in `FILE` or `FILE=TEXT`, and registers the provider that its function `hotshoe_plugin(TEXT)` returns.

    Returns the reason of a failure, or "".
    """
    try:
        hotshoe.PluginCameraProvider.register(_make_provider(argument))
    except (_Refused, hotshoe.CameraError) as error:
        return str(error)
    except BaseException as error:  # SystemExit too: a plugin does not end the program.
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{place.filename}:{place.lineno}: {type(error).__name__}: {error}"
    return ""
