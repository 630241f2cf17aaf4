"""What the screen shows, as a value, and the picture that is drawn of it. Pure: no window and no camera."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Optional

from PIL import Image, ImageChops, ImageDraw, ImageOps

from strip import fitting, font

BACKGROUND, LIGHT, DARK, ACCENT = (24, 24, 30), (255, 255, 255), (0, 0, 0), (255, 196, 60)
#: The sentence while there is no camera.
WAIT = "Just a moment"


@dataclasses.dataclass(frozen=True)
class View:
    """What the screen shows besides the mirror."""

    #: The large sentence.
    sentence: str = ""
    #: A smaller one below it.
    hint: str = ""
    #: The number of the countdown.
    number: Optional[int] = None
    #: The part of its second that has passed, from 0 to 1.
    part: float = 0
    #: How many pictures the strip has; 0 for no strip.
    places: int = 0
    #: The pictures that were taken, small.
    taken: tuple[Image.Image, ...] = ()
    #: The flash at the moment of the release: the mirror is white.
    is_flash: bool = False
    #: The strip, in place of the mirror.
    strip: Optional[Image.Image] = None
    #: A problem for the owner of the booth.
    warning: str = ""
    #: The state of the search, while there is no camera: the mirror is dark, and shows this in place of the sentence.
    wait: str = ""

    @property
    def is_waiting(self) -> bool:
        """Whether the screen shows what is waited for: a strip stays."""
        return bool(self.wait) and self.strip is None


def draw(frame: Optional[Image.Image], size: tuple[int, int], view: View) -> Image.Image:
    """The whole screen, for a frame of live view as the camera sees it."""
    screen = background(frame, size, view)
    unit = min(size[0], size[1] * 16 // 10) / 100  # all sizes are in hundredths of the screen
    if view.strip is not None:
        draw_strip(screen, view.strip, unit)
    if view.places and view.strip is None:
        draw_places(screen, view, unit)
    if view.is_waiting:
        draw_sentence(screen, dataclasses.replace(view, sentence=WAIT, hint=view.wait), unit)
    else:
        if view.number is not None:
            draw_number(screen, view.number, view.part, unit)
        if view.sentence:
            draw_sentence(screen, view, unit)
    if view.warning:
        plate = text_plate(view.warning, round(2.2 * unit), round(90 * unit), (176, 32, 32, 235), LIGHT)
        screen.paste(plate, ((size[0] - plate.width) // 2, round(2 * unit)), plate)
    return screen


def background(frame: Optional[Image.Image], size: tuple[int, int], view: View) -> Image.Image:
    if view.is_flash and not view.is_waiting:
        return Image.new("RGB", size, LIGHT)
    if frame is None or view.is_waiting or view.strip is not None:
        return dark(size).copy()
    return mirror(frame, size)


def mirror(frame: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A frame as a mirror shows it, which fills the screen: what does not fit is cut off."""
    left, top, right, bottom = visible(frame.size, size)
    return ImageOps.mirror(frame).resize(size, Image.Resampling.BILINEAR, box=(left, top, right, bottom))


def visible(frame: tuple[int, int], size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The part of a frame, in its middle, that has the shape of the screen."""
    scale = min(frame[0] / size[0], frame[1] / size[1])
    width, height = size[0] * scale, size[1] * scale
    left, top = (frame[0] - width) / 2, (frame[1] - height) / 2
    return left, top, left + width, top + height


@functools.lru_cache(maxsize=2)
def dark(size: tuple[int, int]) -> Image.Image:
    """A dark screen that is a little lighter in its middle."""
    shade = ImageChops.invert(Image.radial_gradient("L")).resize(size)
    return ImageOps.colorize(shade, BACKGROUND, (66, 66, 82))


def draw_number(screen: Image.Image, number: int, part: float, unit: float) -> None:
    """The countdown, above the faces: a number in a disc, whose ring is the part of its second that is left."""
    disc = number_disc(number, round(24 * unit), round(36 * min(max(part, 0), 1)))
    screen.paste(disc, ((screen.width - disc.width) // 2, round(4 * unit)), disc)


@functools.lru_cache(maxsize=128)
def number_disc(number: int, size: int, tenths: int) -> Image.Image:
    """The disc with a ring that begins after so many times ten degrees, drawn at twice its size for smooth edges."""
    large = Image.new("RGBA", (2 * size, 2 * size))
    pen = ImageDraw.Draw(large)
    pen.ellipse((0, 0, 2 * size - 1, 2 * size - 1), (*DARK, 150))
    pen.text((size, size), str(number), LIGHT, font(round(1.1 * size)), anchor="mm")
    inset = round(0.09 * size)
    pen.arc((inset, inset, 2 * size - inset, 2 * size - inset), -90 + 10 * tenths, 270, ACCENT, round(0.07 * size))
    return large.resize((size, size), Image.Resampling.LANCZOS)


def draw_places(screen: Image.Image, view: View, unit: float) -> None:
    """A place for each picture of the strip at the right, with the pictures that were taken."""
    pen = ImageDraw.Draw(screen)
    width, gap = round(13 * unit), round(1.5 * unit)
    height = min(round(width * 2 / 3), (screen.height - round(24 * unit)) // view.places - gap)
    top = (screen.height - view.places * (height + gap) + gap) // 2
    left = screen.width - width - round(3 * unit)
    line = max(round(0.3 * unit), 2)
    for place in range(view.places):
        box = (left, top + place * (height + gap), left + width, top + place * (height + gap) + height)
        if place < len(view.taken):
            screen.paste(ImageOps.fit(view.taken[place], (width, height)), box[:2])
        else:
            hole = Image.new("RGBA", (width, height), (*DARK, 90))
            screen.paste(hole, box[:2], hole)
        is_next = place == len(view.taken)
        pen.rectangle((box[0] - line, box[1] - line, box[2] + line, box[3] + line), outline=ACCENT if is_next else LIGHT, width=line)


def draw_sentence(screen: Image.Image, view: View, unit: float) -> None:
    """The sentence and the hint, at the bottom; beside a strip, in the middle of the rest."""
    width = round(88 * unit)
    plates = [text_plate(view.sentence, round(4.4 * unit), width, (*DARK, 160), LIGHT)]
    if view.hint:
        plates.append(text_plate(view.hint, round(2.4 * unit), width, (*DARK, 130), LIGHT))
    gap = round(1.2 * unit)
    total = sum(plate.height for plate in plates) + gap * (len(plates) - 1)
    bottom = (screen.height + total) // 2 if view.strip is not None or view.is_waiting else screen.height - round(4 * unit)
    middle = screen.width // 2 + (round(strip_size(screen.size)[0] / 2 + 4 * unit) if view.strip is not None else 0)
    top = bottom - total
    for plate in plates:
        screen.paste(plate, (min(max(middle - plate.width // 2, 0), max(screen.width - plate.width, 0)), top), plate)
        top += plate.height + gap


@functools.lru_cache(maxsize=32)
def text_plate(text: str, size: int, width: int, paper: tuple[int, ...], ink: tuple[int, ...]) -> Image.Image:
    """A line of text on a translucent plate with round ends, no wider than `width`: a longer text is smaller."""
    pad = size
    face = fitting(text, width - 2 * pad, max(size, 12))
    wide = math.ceil(face.getlength(text)) + 2 * pad
    high = round(size * 1.9)
    plate = Image.new("RGBA", (wide, high))
    pen = ImageDraw.Draw(plate)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), high // 2, paper)
    pen.text((wide // 2, high // 2), text, ink, face, anchor="mm")
    return plate


def strip_size(screen: tuple[int, int]) -> tuple[int, int]:
    """The size in which a strip is shown."""
    height = round(screen[1] * 0.92)
    return round(height / 3), height


def draw_strip(screen: Image.Image, strip: Image.Image, unit: float) -> None:
    """The strip, a little left of the middle, with a shadow."""
    width, height = strip_size(screen.size)
    left, top = screen.width // 4 - width // 2 + round(2 * unit), (screen.height - height) // 2
    shadow = Image.new("L", (width + 16, height + 16), 120)
    screen.paste(DARK, (left - 4, top - 2), shadow)
    screen.paste(scaled(strip, (width, height)), (left, top))


_scaled: dict[tuple[int, tuple[int, int]], Image.Image] = {}


def scaled(strip: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The strip in a size; the last result is kept, because the same strip is drawn many times."""
    key = (id(strip), size)
    if key not in _scaled:
        _scaled.clear()
        _scaled[key] = strip.resize(size, Image.Resampling.LANCZOS)
    return _scaled[key]
