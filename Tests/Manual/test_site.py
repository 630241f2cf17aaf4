"""The site: its links, and what a reader sees in Chromium."""

import os
import pathlib
import sys
import tempfile
import unittest

from browser import DESKTOP, PAGES, PHONE, SITE, Browser

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs/site"))
import links  # noqa: E402

AXE = pathlib.Path(os.environ["AXE"]).read_text(encoding="utf-8") if os.environ.get("AXE") else None
FAILURES = os.environ.get("PAGE_FAILURES")


class LinkTests(unittest.TestCase):
    def problems(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in pages.items():
                pathlib.Path(folder, f"{name}.html").write_text(text, encoding="utf-8")
            return links.problems(folder)[2]

    def test_the_site_has_no_dead_link(self):
        count, number, found = links.problems(SITE)
        self.assertEqual(found, [])
        self.assertGreater(count, 100)
        self.assertGreater(number, 1000)

    def test_dead_links_are_found(self):
        self.assertEqual(self.problems(index='<a href="a.html#x">a</a><a href="#top">t</a><p id="top">', a='<p id="x">'), [])
        for text in ('<a href="none.html">', '<a href="#none">', '<a href="index.html#none">', '<img src="none.png">', '<script src="https://example.org/a.js"></script>',
                     '<p id="a"><p id="a">', '<link rel="stylesheet" href="//example.org/a.css">'):
            with self.subTest(text=text):
                self.assertEqual(len(self.problems(index=text)), 1)

    def test_pages_without_a_link_to_them_are_found(self):
        self.assertEqual(self.problems(index="", lost=""), ["lost.html: no page has a link to it"])


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def check(self, problems):
        """Looks at each page, at both widths, light and dark. `problems` returns what is wrong with the one that is shown."""
        for size in (PHONE, DESKTOP):
            for dark in (False, True):
                self.browser.show(size, dark)
                for name, page in PAGES.items():
                    with self.subTest(page=name, width=size[0], dark=dark):
                        self.browser.open(page)
                        found = problems()
                        if found and FAILURES:
                            self.browser.driver.save_screenshot(str(pathlib.Path(FAILURES, f"{name}-{size[0]}-{'dark' if dark else 'light'}.png")))
                        self.assertEqual(found, [])

    @unittest.skipUnless(AXE, "no axe-core")
    def test_axe_finds_nothing_serious(self):
        def problems():
            self.browser.script(AXE)
            return self.browser.driver.execute_async_script(
                "const done = arguments[0]; axe.run({ resultTypes: ['violations'] }).then(result => done(result.violations.filter(({ impact }) =>"
                " impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.length}, ${nodes[0].html.slice(0, 160)}"
                " ${nodes[0].failureSummary}`)));")
        self.check(problems)

    def test_no_page_is_wider_than_the_window_and_no_script_fails(self):
        def problems():
            inner, outer = self.browser.script("return [document.documentElement.scrollWidth, innerWidth]")
            return self.browser.errors() + ([f"{inner} pixels in {outer}"] if inner > outer else [])
        self.check(problems)

    def test_the_scheme_can_be_chosen(self):
        """The button of the theme: light, dark, and as the system."""
        self.browser.show(DESKTOP, False)
        self.browser.open("index.html")
        colour = "return getComputedStyle(document.body).backgroundColor"
        seen = []
        for _ in range(3):
            seen.append(self.browser.script(colour))
            self.browser.script("document.querySelector('.theme-toggle').click()")
        self.assertEqual(len(set(seen)), 2)
        self.browser.show(DESKTOP, True)
        self.assertNotEqual(self.browser.script(colour), "rgb(255, 255, 255)")

    def test_the_table_of_properties_scrolls_within_itself(self):
        self.browser.show(PHONE, False)
        self.browser.open("properties-by-vendor.html")
        inner, outer = self.browser.script("const box = document.querySelector('.table-wrapper'); return [box.scrollWidth, box.clientWidth]")
        self.assertGreater(inner, outer)

    def test_the_search_finds_words_and_declarations(self):
        self.browser.show(PHONE, False)
        for word, title in (("dithering", "Astronomy"), ("hotshoe_camera_shoot", "hotshoe_camera_shoot"), ("Camera.shoot", "Camera.shoot"), ("camera::shoot", "camera::shoot"),
                            ("ShootAsync", "Camera.ShootAsync"), ("focus-stack", "hotshoe focus-stack"), ("listFiles", None)):
            with self.subTest(word=word):
                self.browser.open(f"search.html?q={word}")
                if title:
                    self.assertIn(title, self.browser.results())
        self.browser.open("search.html?q=qwxz")
        self.assertEqual(self.browser.results(), [])


if __name__ == "__main__":
    unittest.main()
