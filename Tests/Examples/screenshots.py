"""Makes the pictures of the manual from the running examples: screenshots.py FOLDER."""

import pathlib
import sys
import tempfile
import time

from support import EXAMPLES, Program, Screen
from PIL import Image

SIZE = (1280, 800)


def side_by_side(pictures, columns, width, gap=6):
    """A sheet of pictures, all scaled to one width."""
    height = width * pictures[0].height // pictures[0].width
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (width + gap) - gap, rows * (height + gap) - gap), "white")
    for place, picture in enumerate(pictures):
        scaled = picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
        sheet.paste(scaled, (place % columns * (width + gap), place // columns * (height + gap)))
    return sheet


def photobooth(folder):
    """A booth in the countdown of the third picture, and its strip."""
    screen = Screen(SIZE)
    words = ["--simulated", "--title", "Anna & Ben", "--size", f"{SIZE[0]}x{SIZE[1]}", "--folder", f"{folder}/booth", "--strips", "1"]
    booth = Program([sys.executable, str(EXAMPLES / "photobooth"), *words], screen.environment)
    try:
        booth.line("0002.JPG")
        time.sleep(2.3)  # into the second second of the countdown
        pictures = [screen.picture()]
        booth.line("strip: ")
        time.sleep(1)  # until the strip is drawn
        pictures.append(screen.picture())
    finally:
        booth.stop()
        screen.close()
    return side_by_side(pictures, 2, 640)


def bullet_time(folder):
    """The frames of a take."""
    words = ["--simulated", "8", "--sweep", "4.2", "--once", f"{folder}/takes"]
    take = Program([sys.executable, str(EXAMPLES / "bullet-time"), *words])
    if take.end() != 0:
        raise SystemExit(take.text)
    print(take.text)
    return side_by_side([Image.open(path) for path in sorted(pathlib.Path(folder, "takes").rglob("*.JPG"))], 4, 318)


def main():
    target = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for name, picture in (("photobooth", photobooth(folder)), ("bullet-time", bullet_time(folder))):
            path = target / f"{name}.jpg"
            picture.save(path, quality=80, optimize=True, progressive=True)
            print(path, picture.size, path.stat().st_size)


main()
