"""The film: pictures of the same size in the order of the cameras, by ffmpeg, or where that is missing as animated WebP."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Iterator, Optional, Sequence

from PIL import Image, ImageOps

from selection import DISK, Problem


def order(places: int, bounce: bool) -> list[int]:
    """The places of the frames: once along the path, and with `bounce` back again. The ends are there once, so that the film can be
    repeated."""
    there = list(range(places))
    return there + there[-2:0:-1] if bounce else there


def even(size: tuple[int, int]) -> tuple[int, int]:
    """A size that video formats take."""
    return max(size[0] & ~1, 2), max(size[1] & ~1, 2)


def frame(path: str, size: tuple[int, int]) -> Image.Image:
    """A picture, upright, cut and scaled to a size."""
    with Image.open(path) as picture:
        picture.draft("RGB", (2 * size[0], 2 * size[1]))  # a JPEG is decoded at a smaller size, if that is large enough
        return ImageOps.fit(ImageOps.exif_transpose(picture).convert("RGB"), size, Image.Resampling.LANCZOS)


def write(paths: Sequence[str], film: str, size: tuple[int, int], rate: float, bounce: bool = True) -> str:
    """Writes the film beside its final name, which it gets when it is whole. Returns its path; the extension depends on the program."""
    tool = shutil.which("ffmpeg")
    path = film + (".mp4" if tool else ".webp")
    partial = f"{film}.part{os.path.splitext(path)[1]}"
    try:
        pictures = [frame(each, even(size)) for each in paths]
        frames = (pictures[place] for place in order(len(pictures), bounce))
        if tool:
            encode(tool, frames, partial, even(size), rate)
            check(tool, partial, path)
        else:
            first = next(frames)
            first.save(partial, save_all=True, append_images=list(frames), duration=round(1000 / rate), loop=0, quality=85)
        os.replace(partial, path)
    except OSError as error:
        raise Problem(f"{path} cannot be written: {error.strerror or error}.", DISK) from None
    finally:
        if os.path.exists(partial):
            os.unlink(partial)
    return path


def encode(tool: str, frames: Iterator[Image.Image], path: str, size: tuple[int, int], rate: float) -> None:
    """Passes the pixels of the frames to ffmpeg."""
    command = [
        tool,
        "-v",
        "error",
        "-y",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-video_size",
        f"{size[0]}x{size[1]}",
        "-framerate",
        f"{rate:g}",
        "-i",
        "-",
        "-pix_fmt",
        "yuv420p",
        "-movflags",
        "+faststart",
        f"file:{path}",  # a colon in a folder's name begins no protocol
    ]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None and process.stderr is not None
    try:
        for each in frames:
            process.stdin.write(each.tobytes())
        process.stdin.close()
    except BrokenPipeError:
        pass  # its message has the reason
    reason = process.stderr.read().decode(errors="replace").strip()
    process.stderr.close()
    if process.wait() != 0:
        raise Problem(f"ffmpeg could not write {path}: {reason}", DISK if "No space left" in reason else 1)


def check(tool: str, partial: str, path: str) -> None:
    """Decodes a film: ffmpeg does not fail if the disk is full when it completes the file."""
    done = subprocess.run([tool, "-v", "error", "-i", f"file:{partial}", "-f", "null", "-"], capture_output=True, text=True, errors="replace")
    if done.returncode != 0 or done.stderr.strip():
        raise Problem(f"{path} cannot be written: the disk is full.", DISK)


def smallest(paths: Sequence[str]) -> tuple[int, int]:
    """The largest size that needs no picture enlarged."""
    sizes = []
    for path in paths:
        with Image.open(path) as picture:
            turned = picture.getexif().get(0x0112, 1) >= 5
            sizes.append((picture.height, picture.width) if turned else picture.size)
    return min(width for width, _ in sizes), min(height for _, height in sizes)


def limited(size: tuple[int, int], longest: Optional[int]) -> tuple[int, int]:
    """A size with the same shape, whose longer side is at most `longest`."""
    if longest is None or max(size) <= longest:
        return size
    factor = longest / max(size)
    return round(size[0] * factor), round(size[1] * factor)
