"""Several cameras at once."""

import pathlib
import tempfile

from page_rig import PHONE, PageTest, Program, main


class GridTests(PageTest):
    options = ("--count", "2")

    def both_move(self):
        page = self.browser
        page.wait(lambda: len(page.all(".grid-tile .liveview[data-status=running]")) == 2, "two live views")

    def test_one_shutter_serves_both_cameras(self):
        page = self.browser
        page.open(self.server.url)
        page.click("a", "All cameras")
        self.both_move()
        page.see(".selection", "2 of 2")
        page.click("button.shutter")
        page.wait(lambda: len(page.all(".grid-tile[data-result=done]")) == 2, "two pictures")

    def test_only_selected_cameras_take_a_picture(self):
        page = self.browser
        page.open(self.server.url + "#/grid")
        self.both_move()
        page.all(".grid-tile input[type=checkbox]")[1].click()
        page.see(".selection", "1 of 2")
        page.click("button.shutter")
        page.wait(lambda: len(page.all(".grid-tile[data-result=done]")) == 1, "one picture")
        page.see(".grid[data-state=idle]")
        self.assertEqual(len(page.all(".grid-tile[data-result=done]")), 1)

    def test_one_goes_to_a_camera_and_back(self):
        page = self.browser
        page.resize(PHONE)
        page.open(self.server.url + "#/grid")
        self.both_move()
        page.all(".grid-tile .live")[1].click()
        page.see(".camera .settings")
        page.moving()
        self.assertIn("SIM-0002", page.driver.current_url)
        page.driver.back()
        self.both_move()


class Rig(Program):
    """`hotshoe rig FILE live` with two simulated cameras."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        file = pathlib.Path(self.folder.name, "studio.rig")
        file.write_text("[left]\ncamera = sim:SIM-0001\n[top 3]\ncamera = sim:SIM-0002\n")
        super().__init__("rig", str(file), "live")
        self.url = self.first["url"]

    def stop(self):
        super().stop()
        self.folder.cleanup()


class RigTests(PageTest):
    program = Rig

    def test_the_cameras_of_a_rig_have_their_roles(self):
        page = self.browser
        page.open(self.server.url)
        page.see("li", "left: ")
        page.see("li", "top 3: ")
        page.open(self.server.url + "#/grid")
        page.wait(lambda: [name.text.split(":")[0] for name in page.all(".grid-tile .name")] == ["left", "top 3"], "two roles")
        page.all(".grid-tile .live")[1].click()
        page.see(".camera .settings")
        page.wait(lambda: page.driver.title.startswith("top 3: "), "the title")


if __name__ == "__main__":
    main()
