"""The strip: pictures one below the other, with a line of text. Pure, but for the files that are read and written."""

from __future__ import annotations

import functools
import os
import pathlib
import re
import subprocess
from typing import Sequence, Union

from PIL import Image, ImageDraw, ImageFont, ImageOps

#: A strip of 2 × 6 inches, at 300 pixels an inch.
SIZE, RESOLUTION = (600, 1800), 300
MARGIN, GAP, FOOT = 30, 18, 190
PAPER, INK, GREY = (255, 255, 255), (30, 30, 34), (120, 120, 128)

Font = Union[ImageFont.FreeTypeFont, ImageFont.ImageFont]


def slots(count: int, size: tuple[int, int] = SIZE) -> list[tuple[int, int, int, int]]:
    """The places of pictures on a strip: left, top, right, bottom. As large as the strip permits, with the shape 3:2."""
    width = size[0] - 2 * MARGIN
    room = size[1] - MARGIN - FOOT - (count - 1) * GAP
    height = min(round(width * 2 / 3), room // count)
    wide = min(width, round(height * 3 / 2))
    left = (size[0] - wide) // 2
    gap = GAP if count == 1 else min(3 * GAP, (size[1] - MARGIN - FOOT - count * height) // (count - 1))
    return [(left, MARGIN + place * (height + gap), left + wide, MARGIN + place * (height + gap) + height) for place in range(count)]


def compose(pictures: Sequence[Image.Image], title: str, date: str) -> Image.Image:
    """The strip of these pictures."""
    sheet = Image.new("RGB", SIZE, PAPER)
    places = slots(len(pictures))
    for picture, (left, top, right, bottom) in zip(pictures, places):
        sheet.paste(ImageOps.fit(picture, (right - left, bottom - top), Image.Resampling.LANCZOS), (left, top))
    draw = ImageDraw.Draw(sheet)
    middle, below = SIZE[0] // 2, places[-1][3]
    draw.text((middle, (below + SIZE[1]) // 2 - 22), title, INK, fitting(title, SIZE[0] - 2 * MARGIN, 54), anchor="mm")
    draw.text((middle, (below + SIZE[1]) // 2 + 42), date, GREY, font(28, "sans"), anchor="mm")
    return sheet


def open_picture(path: str) -> Image.Image:
    """A picture of a camera, upright, decoded at a size that is large enough for a strip."""
    with Image.open(path) as picture:
        picture.draft("RGB", (1200, 800))
        return ImageOps.exif_transpose(picture).convert("RGB")


def write(sheet: Image.Image, folder: pathlib.Path) -> pathlib.Path:
    """Writes a strip under the next free name. The file has its name when it is whole; no file is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    partial = folder / f"strip-{os.getpid()}.part"
    try:
        with open(partial, "wb") as file:
            sheet.save(file, "JPEG", quality=92, dpi=(RESOLUTION, RESOLUTION))
            file.flush()
            os.fsync(file.fileno())
        numbers = [int(found[1]) for each in folder.iterdir() if (found := re.fullmatch(r"strip-(\d+)\.jpg", each.name))]
        number = max(numbers, default=0)
        while True:
            number += 1
            path = folder / f"strip-{number:04}.jpg"
            try:
                give_name(partial, path)
                return path
            except FileExistsError:
                continue  # of another booth, in the same moment
    finally:
        if partial.exists():
            partial.unlink()


def give_name(partial: pathlib.Path, path: pathlib.Path) -> None:
    """Gives a file its name; raises `FileExistsError` if another file has it. FAT and exFAT, as on memory sticks, have no hard links: there
    an empty file claims the name first."""
    try:
        os.link(partial, path)
    except FileExistsError:
        raise
    except OSError:
        open(path, "xb").close()
        os.replace(partial, path)


@functools.lru_cache(maxsize=None)
def font_file(style: str) -> str:
    """The file of the system's font for a style, such as `sans:bold`."""
    try:
        found = subprocess.run(["fc-match", "-f", "%{file}", style], capture_output=True, text=True, check=True)
        return found.stdout
    except (OSError, subprocess.CalledProcessError):
        return "DejaVuSans-Bold.ttf"  # which Pillow looks for


@functools.lru_cache(maxsize=64)
def font(size: int, style: str = "sans:bold") -> Font:
    """The system's font in a size."""
    try:
        return ImageFont.truetype(font_file(style), size)
    except OSError:
        return ImageFont.load_default()


def fitting(text: str, width: int, size: int) -> Font:
    """The font in the largest size, up to `size`, in which the text is not wider than `width`."""
    while size > 12 and font(size).getlength(text) > width:
        size -= 2
    return font(size)
