"""What the tests of the camera library share: simulated cameras in processes of their own, and gphoto2 as a program and as a library."""

import contextlib
import json
import os
import subprocess
import tempfile
from pathlib import Path

PREFIX = Path(os.environ["HOTSHOE_PREFIX"])
FOLDER = os.environ["HOTSHOE_CAMLIB"]
"""The folder of hotshoe.so."""

import gphoto2 as gp  # noqa: E402

# The module of a wheel sets these to its own libraries when it is imported.
os.environ["CAMLIBS"] = FOLDER

NETWORK = "PTP/IP Camera (HotShoe)"
SIMULATED = "HotShoe Simulated Camera"
ANY = "HotShoe Camera"
FOLDER_OF_PICTURES = "DCIM/100HOTSH"


class Body:
    """A running `hotshoe simulate`."""

    def __init__(self, process, port, folder):
        self.process, self.port, self.folder = process, port, folder
        self.path = f"ptpip:127.0.0.1:{port}"

    def files(self):
        """The complete files on its card, by their paths."""
        found = [path for path in self.folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}

    def unplug(self):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def body(*options, personality="canon-eos-r5", size="600x400", speed="instant", pictures=0):
    """A body with a card in a folder, which can be used when the context begins. With the speed `fast` it needs 12 ms to describe each of
    its first pictures."""
    with tempfile.TemporaryDirectory() as folder:
        card = Path(folder) / "card"
        for number in range(pictures):
            path = card / FOLDER_OF_PICTURES / f"OLD_{number:04}.JPG"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"\xff\xd8\xff\xd9")
        command = [PREFIX / "bin/hotshoe", "simulate", "--port", "0", "--json", "--personality", personality, "--storage", card]
        command += ["--picture-size", size, "--speed", speed, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            yield Body(process, json.loads(process.stdout.readline())["port"], card)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


@contextlib.contextmanager
def camera(path, model=NETWORK, context=None):
    """A camera that is initialized, and its context for calls."""
    models, ports = gp.CameraAbilitiesList(), gp.PortInfoList()
    models.load()
    ports.load()
    result = gp.Camera()
    result.set_abilities(models[models.lookup_model(model)])
    result.set_port_info(ports[ports.lookup_path(path)])
    arguments = [context] if context else []
    result.init(*arguments)
    try:
        yield result
    finally:
        result.exit()


@contextlib.contextmanager
def served():
    """The address of a simulated camera of `hotshoe serve`."""
    command = [PREFIX / "bin/hotshoe", "serve", "--simulated", "--port", "0", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield json.loads(process.stdout.readline())["url"] + "SIM-0001"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def contents(file):
    return bytes(memoryview(file.get_data_and_size()))


def file(data):
    """A file of libgphoto2 with these contents."""
    result = gp.CameraFile()
    if hasattr(gp, "__version_tuple__"):
        result.set_data_and_size(data)
    else:
        result.append(data.decode(), len(data))
    return result


def names(entries):
    """The names in a list of libgphoto2."""
    return [entries.get_name(i) for i in range(entries.count())]


def events(camera, until, timeout=20000):
    """Events up to the first for which `until(type, data)` is true, with it."""
    found = []
    while True:
        kind, data = camera.wait_for_event(timeout)
        if kind == gp.GP_EVENT_TIMEOUT:
            raise AssertionError(f"the expected event did not arrive; before: {found}")
        found.append((kind, data))
        if until(kind, data):
            return found


def is_complete(kind, data):
    return kind == gp.GP_EVENT_CAPTURE_COMPLETE


def added(found):
    return [f"{data.folder.rstrip('/')}/{data.name}" for kind, data in found if kind == gp.GP_EVENT_FILE_ADDED]


def read_only_choices(widget):
    return [widget.get_choice(i) for i in range(widget.count_choices())]


def program(*arguments, folder, path=None, model=NETWORK, succeeds=True, **environment):
    """Runs gphoto2; returns what it has printed, standard error last."""
    where = ["--port", path, "--camera", model] if path else []
    home = os.environ | {"HOME": str(folder), "LANG": "C", "LC_ALL": "C.UTF-8"} | environment
    result = subprocess.run(["gphoto2", *where, *arguments], cwd=folder, env=home, capture_output=True, text=True, timeout=120)
    output = result.stdout + result.stderr
    if (result.returncode == 0) != succeeds:
        raise AssertionError(f"gphoto2 {' '.join(arguments)} ended with {result.returncode}:\n{output}")
    return output
