"""What axe finds, sizes of targets, and widths, on each view."""

import os
import pathlib

from page_rig import DESKTOP, Keys, PHONE, PHONE_LANDSCAPE, PageTest, TABLET, main

AXE = pathlib.Path(os.environ["AXE"]).read_text(encoding="utf-8") if os.environ.get("AXE") else None


class AccessibilityTests(PageTest):
    options = ("--count", "2")

    def views(self):
        """Opens each view, one after the other, and yields its name."""
        page = self.browser
        page.open(self.server.url)
        page.see(".cameras a")
        yield "list"
        page.driver.get(f"{self.server.url}#/grid")
        page.wait(lambda: len(page.all(".grid-tile .liveview[data-status=running]")) == 2, "two live views")
        yield "grid"
        page.open_camera(self.server.url)
        page.moving()
        yield "camera"
        for setting in ("aperture", "white-balance", "shutter-speed"):
            page.click(f".tile[data-property={setting}]")
            page.see(f".tile.open[data-property={setting}]")
            yield f"dial of {setting}"
        page.press(Keys.ESCAPE)
        for program in ("burst", "bulb", "bracket", "stack", "interval", "video", "single"):
            page.program(program)
            yield f"program {program}"
        for label in ("All settings", "Display", "Keys and gestures", "About the camera"):
            page.click(f"button[aria-label='{label}']")
            page.see("dialog h2")
            yield label
            page.press(Keys.ESCAPE)
            page.gone("dialog")
        page.click("button.shutter")
        page.wait(lambda: page.pictures(), "a picture")
        page.idle()
        page.driver.get(f"{page.driver.current_url.split('#')[0]}#/camera/simulated-SIM-0001/picture/{page.pictures()[0]}")
        page.see("dialog.viewer [data-state=shown]")
        yield "picture"
        page.click("dialog.viewer .danger")
        page.see("dialog.small")
        yield "confirmation"

    def check(self, size, dark):
        page = self.browser
        page.resize(size)
        # The colours of moving parts are measured when they rest.
        page.scheme(dark, reduced=True)
        found = []
        for view in self.views():
            found += [f"{view}: {problem}" for problem in self.axe() + self.too_small(size) + self.too_wide()]
        self.assertEqual(found, [])

    def axe(self):
        page = self.browser
        page.script(f"if (!window.axe) {{ {AXE} }}")
        result = page.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(done, (error) => done({error: String(error)}));""")
        self.assertNotIn("error", result)
        return [f"{violation['id']} {node['target']} {node['failureSummary']}" for violation in result["violations"]
                if violation["impact"] in ("serious", "critical") for node in violation["nodes"]]

    def too_small(self, size):
        """Targets of less than 44 pixels on phones. Words in a sentence, and what lies in a label, are larger than they look."""
        if min(size) >= 600:
            return []
        return self.browser.script("""
            const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
            return [...top.querySelectorAll("button, a[href], select, input:not([type=checkbox]), summary, .tile, .toggle, [role=option]")]
              .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest("header[style], .dial:not(:has(.reason, .error)) header"))
              .map((one) => [one, one.getBoundingClientRect()])
              .filter(([, box]) => box.width > 0 && (Math.round(box.width) < 44 || Math.round(box.height) < 44))
              .map(([one, box]) => `${one.outerHTML.slice(0, 120)} is ${box.width} by ${box.height}`)""")

    def too_wide(self):
        return self.browser.script("""
            const width = document.documentElement.clientWidth;
            return document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} wide instead of ${width}`] : []""")

    @property
    def scenarios(self):
        return [(PHONE, True), (PHONE_LANDSCAPE, True), (TABLET, False), (DESKTOP, True), (DESKTOP, False)]

    def test_each_view_on_each_screen(self):
        if AXE is None:
            self.skipTest("no axe-core")
        for size, dark in self.scenarios:
            with self.subTest(size=size, dark=dark):
                self.check(size, dark)

    def test_the_shutter_is_in_view_on_each_screen(self):
        page = self.browser
        page.open_camera(self.server.url)
        for size, _ in self.scenarios:
            page.resize(size)
            for program in ("single", "bulb", "stack", "interval"):
                page.program(program)
                inside = """const box = document.querySelector("button.shutter").getBoundingClientRect();
                    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth"""
                self.assertTrue(page.script(inside), f"{program} at {size}")


if __name__ == "__main__":
    main()
