"""Calls, frames and the import from Python, beside pybind11, ctypes and cffi. `run` builds what it needs."""

from __future__ import annotations

import asyncio
import ctypes
import os
import subprocess
import sys
import time

import cffi
import hotshoe
import with_pybind

ROUNDS = 7
CALLS = 100_000


def best(function, calls=CALLS):
    """Nanoseconds for a call: the best of several rounds, without the loop."""
    numbers = range(calls)

    def measure(body):
        begin = time.perf_counter_ns()
        for _ in numbers:
            body()
        return (time.perf_counter_ns() - begin) / calls

    empty = min(measure(lambda: None) for _ in range(ROUNDS))
    return min(measure(function) for _ in range(ROUNDS)) - empty


def configured(**fields):
    configuration = hotshoe.CameraSimulatorConfiguration()
    for name, value in fields.items():
        setattr(configuration, name, value)
    camera = hotshoe.CameraSimulator(configuration).make_camera()
    camera.connect().wait(30)
    return camera


def with_ctypes(library, camera, frame):
    class Text(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    def byte_count():
        result = ctypes.c_int64()
        if library.hotshoe_live_view_frame_get_byte_count(ctypes.c_uint64(frame._bits), ctypes.byref(result)):
            raise RuntimeError
        return result.value

    def display_name():
        text = Text()
        if library.hotshoe_camera_get_display_name(ctypes.c_uint64(camera._bits), ctypes.byref(text)):
            raise RuntimeError
        value = ctypes.string_at(text.data, text.size).decode()
        library.hotshoe_string_free(ctypes.byref(text))
        return value

    def frame_bytes():
        text = Text()
        if library.hotshoe_live_view_frame_get_bytes(ctypes.c_uint64(frame._bits), ctypes.byref(text)):
            raise RuntimeError
        return memoryview((ctypes.c_uint8 * text.size).from_address(text.data))

    return byte_count, display_name, frame_bytes


def with_cffi(path, camera, frame):
    ffi = cffi.FFI()
    ffi.cdef(
        """
        typedef struct { const char *data; size_t size; } hotshoe_string;
        int32_t hotshoe_live_view_frame_get_byte_count(uint64_t frame, int64_t *result);
        int32_t hotshoe_camera_get_display_name(uint64_t camera, hotshoe_string *result);
        int32_t hotshoe_live_view_frame_get_bytes(uint64_t frame, hotshoe_string *result);
        void hotshoe_string_free(hotshoe_string *text);
        """
    )
    library = ffi.dlopen(path)

    def byte_count():
        result = ffi.new("int64_t *")
        if library.hotshoe_live_view_frame_get_byte_count(frame._bits, result):
            raise RuntimeError
        return result[0]

    def display_name():
        text = ffi.new("hotshoe_string *")
        if library.hotshoe_camera_get_display_name(camera._bits, text):
            raise RuntimeError
        value = ffi.unpack(text.data, text.size).decode()
        library.hotshoe_string_free(text)
        return value

    def frame_bytes():
        text = ffi.new("hotshoe_string *")
        if library.hotshoe_live_view_frame_get_bytes(frame._bits, text):
            raise RuntimeError
        return ffi.buffer(text.data, text.size)

    return byte_count, display_name, frame_bytes


def calls():
    camera = configured()
    frame = camera.live_view().next(30)
    path = os.path.join(os.path.dirname(hotshoe.__file__), "libhotshoe.so.0")
    own = (lambda: frame.byte_count, lambda: camera.display_name, lambda: frame.bytes)
    other = with_pybind.find()
    other_frame = other.frame()
    ways = {
        "generated": own,
        "pybind11": (lambda: other_frame.byte_count, lambda: other.display_name, lambda: other_frame.bytes),
        "ctypes": with_ctypes(ctypes.CDLL(path), camera, frame),
        "cffi": with_cffi(path, camera, frame),
    }
    results = {name: [best(each) for each in functions] for name, functions in ways.items()}
    print("A call, ns                     number      text     bytes   (times pybind11's)")
    for name, times in results.items():
        ratios = "  ".join(f"{time / base:4.2f}" for time, base in zip(times, results["pybind11"]))
        print(f"  {name:24}" + "".join(f"{time:10.0f}" for time in times) + f"   ({ratios})")


def frames():
    print("A frame handed over: from the object to a memoryview")
    for width, height in ((160, 120), (1920, 1280)):
        camera = configured(live_view_size=hotshoe.PixelSize(width, height))
        frame = camera.live_view().next(30)
        print(f"  {frame.byte_count:8} bytes              {best(lambda: frame.bytes) / 1000:6.3f} µs")


def live_view(program, folder):
    picture = os.path.join(folder, "picture.jpg")
    with open(picture, "wb") as file:
        file.write(configured().live_view().next(30).bytes)
    count = 20_000
    with open(picture, "rb") as file:
        source = hotshoe.CameraSimulatorLiveViewSourcePictures([file.read()])
    camera = configured(live_view_rate=None, live_view_source=source)

    def blocking():
        stream = camera.live_view()
        for _ in range(100):
            stream.next()
        begin = time.perf_counter()
        for _ in range(count):
            with stream.next() as frame:
                if frame.bytes[0] != 0xFF:
                    raise RuntimeError
        return count / (time.perf_counter() - begin)

    async def awaited():
        stream = camera.live_view()
        async for _ in stream:
            break
        begin, left = time.perf_counter(), count
        async for frame in stream:
            if frame.bytes[0] != 0xFF:
                raise RuntimeError
            left -= 1
            if not left:
                break
        return count / (time.perf_counter() - begin)

    in_c = max(float(subprocess.check_output([program, picture, str(count)])) for _ in range(3))
    print("Live view, frames/s")
    print(f"  C, waiting              {in_c:10.0f}")
    for name, function in (("Python, next()", blocking), ("Python, async for", lambda: asyncio.run(awaited()))):
        rate = max(function() for _ in range(3))
        print(f"  {name:24}{rate:10.0f}   ({rate / in_c:4.2f} of C)")


def imports():
    code = "import time; begin = time.process_time(); import hotshoe; print(time.process_time() - begin)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(2 * ROUNDS)]
    print(f"import hotshoe, processor time    {min(times) * 1000:6.1f} ms")


if __name__ == "__main__":
    imports()
    calls()
    frames()
    live_view(sys.argv[1], sys.argv[2])
