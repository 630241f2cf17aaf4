"""The pictures of the session and of the card."""

import pathlib
import tempfile

from page_rig import By, Keys, PageTest, main


class PictureTests(PageTest):
    def setUp(self):
        super().setUp()
        self.browser.open_camera(self.server.url)
        self.browser.idle()

    def take(self):
        page = self.browser
        before = len(page.pictures())
        page.click("button.shutter")
        page.wait(lambda: len(page.pictures()) == before + 1, "a picture")
        page.idle()
        return page.pictures()[0]

    def test_a_picture_appears_with_its_exposure(self):
        page = self.browser
        self.take()
        aperture = page.value("aperture")
        page.see(".thumbnails img")
        page.wait(lambda: page.script("return document.querySelector('.thumbnails img').naturalWidth") > 0, "a thumbnail")
        page.click(".thumbnails button")
        page.see("dialog.viewer .summary", aperture)
        page.see("dialog.viewer .summary", "ISO")
        page.see("dialog.viewer [data-state=shown]")
        self.assertGreater(page.script("return document.querySelector('.viewer .full').naturalWidth"), 300)
        page.click("dialog.viewer summary")
        page.see("dialog.viewer details dd")
        self.assertTrue(page.see("dialog.viewer a[download]").get_attribute("href").startswith(self.server.url + "api/v1/cameras/"))

    def test_older_pictures_are_shown_on_request(self):
        page = self.browser
        page.see(".pictures", "New pictures appear here")
        page.click(".pictures .older")
        page.wait(lambda: len(page.pictures()) >= 3, "the pictures of the card")

    def test_one_goes_from_picture_to_picture(self):
        page = self.browser
        first, second = self.take(), self.take()
        page.click(".thumbnails button")
        page.wait(lambda: second in page.driver.current_url, "the newer picture")
        page.click("button[aria-label='Older picture']")
        page.wait(lambda: page.driver.current_url.endswith("/" + first), "the older picture")
        page.see("dialog.viewer .position", "2 of 2")
        page.press(Keys.ARROW_LEFT)
        page.see("dialog.viewer .position", "1 of 2")
        page.driver.refresh()
        page.see("dialog.viewer .position", "1 of 2")
        page.press(Keys.ESCAPE)
        page.gone("dialog.viewer")

    def test_a_picture_is_rated(self):
        page = self.browser
        self.take()
        page.click(".thumbnails button")
        page.click(".rating button[aria-label='4 stars']")
        page.see(".rating [aria-checked=true]", "4 stars")
        page.driver.refresh()
        page.see(".rating [aria-checked=true]", "4 stars")

    def test_a_picture_is_deleted_after_a_confirmation(self):
        page = self.browser
        picture = self.take()
        page.click(".thumbnails button")
        page.click("dialog.viewer .danger")
        page.see("dialog.small h2", "Delete IMG_")
        page.press(Keys.ENTER)
        page.gone("dialog.small")
        self.assertIn(picture, page.pictures())
        page.click("dialog.viewer .danger")
        page.click("dialog.small .danger")
        page.wait(lambda: picture not in page.pictures(), "the picture is gone")


class HostileNameTests(PageTest):
    """The name of a file on the card contains markup."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        place = pathlib.Path(folder.name) / "DCIM/100HOTSH"
        place.mkdir(parents=True)
        cls.name = "<img src=x onerror=document.title=1>.JPG"
        (place / cls.name).write_bytes(b"\xff\xd8\xff\xd9")
        cls.options = ("--storage", folder.name)
        super().setUpClass()

    def test_the_name_is_shown_as_text(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.click(".pictures .older")
        page.wait(lambda: page.pictures(), "the file")
        self.assertEqual(page.driver.find_element(By.CSS_SELECTOR, ".thumbnails .name").get_attribute("textContent"), self.name)
        self.assertEqual(page.driver.find_elements(By.CSS_SELECTOR, "img[src=x]"), [])
        self.assertIn("Simulated Camera", page.driver.title)


class TetheringTests(PageTest):
    """The server may copy new pictures into a folder."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.options = ("--save-to", folder.name)
        super().setUpClass()

    def test_new_pictures_are_saved_on_the_server(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.idle()
        page.click(".tethering .toggle", "Save on the server")
        page.wait(lambda: page.script("return document.querySelector('.tethering input').checked && document.querySelector('.tethering').title !== ''"), "the folder")
        page.click("button.shutter")
        page.wait(lambda: list(self.folder.rglob("*.JPG")), "a picture in the folder")
        page.driver.refresh()
        page.running()
        page.wait(lambda: page.script("return document.querySelector('.tethering input').checked"), "tethering that goes on")


if __name__ == "__main__":
    main()
