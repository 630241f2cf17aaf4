"""Pictures of the views of the page, for looking at them: screenshots.py FOLDER. Or the picture of the README: screenshots.py FILE.jpg"""

import io
import sys

from PIL import Image

from page_rig import Browser, DESKTOP, Keys, PHONE, PHONE_LANDSCAPE, Server, TABLET


def scenes(page, url):
    """Opens each view and yields its name."""
    page.open(url)
    page.see(".cameras a")
    yield "list"
    page.driver.get(f"{url}#/grid")
    page.wait(lambda: len(page.all(".grid-tile .liveview[data-status=running]")) == 2, "two live views")
    yield "grid"
    page.open_camera(url)
    page.moving()
    page.click("button.shutter")
    page.wait(lambda: page.script("return document.querySelector('.thumbnails img, .newest img')?.naturalWidth > 0"), "a picture")
    page.idle()
    yield "camera"
    page.click(".tile[data-property=aperture]")
    yield "dial"
    page.click(".tile[data-property=shutter-speed]")
    page.see(".dial .reason")
    yield "reason"
    page.press(Keys.ESCAPE)
    page.script("import('/notices.js').then((notices) => notices.showProblem('The camera did not find focus. Aim at a part with contrast, or take the picture without focusing.', {label: 'Take without focusing', act() {}}))")
    page.see(".notice")
    yield "error"
    page.click(".notice button[aria-label=Close]")
    page.program("stack")
    yield "stack"
    page.program("interval")
    page.type(".panel .field:nth-of-type(2) input", "3")
    page.click("button.shutter")
    page.see(".series", "1 of")
    yield "series"
    page.click(".series button", "Stop")
    page.see(".series", "Stopped")
    page.click(".series button[aria-label=Close]")
    page.program("single")
    page.click("button[aria-label=Display]")
    yield "display"
    page.press(Keys.ESCAPE)
    page.gone("dialog")
    page.click("button[aria-label='All settings']")
    yield "settings"
    page.press(Keys.ESCAPE)
    page.gone("dialog")
    page.driver.get(f"{url}#/camera/simulated-SIM-0001/picture/{page.pictures()[0]}")
    page.see("dialog.viewer [data-state=shown]")
    page.see("dialog.viewer .summary", "f/")
    yield "picture"
    page.click("dialog.viewer .danger")
    page.see("dialog.small")
    yield "confirmation"


def main(folder):
    server = Server("--count", "2")
    browser = Browser()
    try:
        for size in (PHONE, PHONE_LANDSCAPE, TABLET, DESKTOP):
            for dark in (True, False):
                browser.resize(size)
                browser.scheme(dark)
                for name in scenes(browser, server.url):
                    browser.driver.save_screenshot(f"{folder}/{size[0]}-{'dark' if dark else 'light'}-{name}.png")
    finally:
        browser.close()
        server.stop()


def readme(path):
    """Writes the page on a desktop and, beside it, on a phone."""
    server = Server()
    browser = Browser()
    try:
        pictures = []
        for size in (DESKTOP, PHONE):
            browser.resize(size)
            browser.open_camera(server.url)
            browser.moving()
            browser.click("button.shutter")
            browser.wait(lambda: browser.script("return document.querySelector('.thumbnails img, .newest img')?.naturalWidth > 0"), "a picture")
            browser.idle()
            pictures.append(Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB"))
        desktop, phone = pictures
        phone = phone.resize((phone.width * desktop.height // phone.height, desktop.height), Image.LANCZOS)
        gap = 30
        both = Image.new("RGB", (desktop.width + gap + phone.width, desktop.height), "white")
        both.paste(desktop, (0, 0))
        both.paste(phone, (desktop.width + gap, 0))
        both.resize((both.width * 2 // 3, both.height * 2 // 3), Image.LANCZOS).save(path, quality=82, optimize=True)
    finally:
        browser.close()
        server.stop()


if __name__ == "__main__":
    readme(sys.argv[1]) if sys.argv[1].endswith(".jpg") else main(sys.argv[1])
