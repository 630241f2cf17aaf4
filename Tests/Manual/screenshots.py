"""Makes pictures of one page of each kind: screenshots.py FOLDER, with the site in MANUAL."""

import pathlib
import sys

from browser import DESKTOP, PAGES, PHONE, Browser


def main():
    folder, names = pathlib.Path(sys.argv[1]), sys.argv[2:] or PAGES
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    try:
        for size in (PHONE, DESKTOP):
            for dark in (False, True):
                browser.show(size, dark)
                for name in names:
                    browser.open(PAGES[name])
                    browser.driver.save_screenshot(str(folder / f"{name}-{size[0]}-{'dark' if dark else 'light'}.png"))
    finally:
        browser.close()


main()
