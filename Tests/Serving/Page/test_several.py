"""Several cameras at once."""

from page_rig import PHONE, PageTest, main


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


if __name__ == "__main__":
    main()
