"""Finding a camera, live view, and settings."""

from page_rig import Keys, PHONE, PageTest, main


class CameraTests(PageTest):
    def test_a_camera_is_found_and_opened_and_its_frames_move(self):
        page = self.browser
        page.open(self.server.url)
        page.click(".cameras a", "Simulated Camera")
        page.moving()
        first = page.see(".liveview .picture").screenshot_as_base64
        page.moving()
        self.assertNotEqual(first, page.see(".liveview .picture").screenshot_as_base64)
        page.see(".rate", "fps")

    def test_reloading_and_going_back_keep_the_place(self):
        page = self.browser
        page.open(self.server.url)
        page.click(".cameras a")
        page.running()
        page.driver.refresh()
        page.moving()
        page.driver.back()
        page.see(".cameras a")
        page.driver.forward()
        page.moving()

    def test_an_aperture_is_pending_and_then_shown(self):
        page = self.browser
        page.open_camera(self.server.url)
        tile = ".tile[data-property=aperture]"
        page.click(tile)
        page.watch_classes(tile, "pending")
        wanted = "f/5" if page.value("aperture") != "f/5" else "f/6.3"
        page.click(".dial .option", wanted)
        page.shows("aperture", wanted)
        self.assertTrue(page.was_seen(), "the value was never shown as pending")
        self.assertEqual(page.see(".dial .option[aria-selected=true]").text, wanted)

    def test_the_dial_is_dragged_with_a_finger(self):
        page = self.browser
        page.resize(PHONE)
        page.open_camera(self.server.url)
        before = page.value("aperture")
        page.tap(".tile[data-property=aperture]")
        page.see(".dial .option[aria-selected=true]", before)
        page.swipe(".dial .values", (0.5, 0.5), (0.1, 0.5))
        page.wait(lambda: page.value("aperture") != before and not page.all(".tile.pending"), "another aperture")

    def test_the_wheel_turns_a_setting(self):
        page = self.browser
        page.open_camera(self.server.url)
        before = page.value("iso")
        page.turn_wheel(".tile[data-property=iso]", 1)
        page.wait(lambda: page.value("iso") != before and not page.all(".tile.pending"), "another ISO")

    def test_the_page_says_why_shutter_speed_cannot_be_set_and_helps(self):
        page = self.browser
        page.open_camera(self.server.url)
        self.mode("A")
        page.click(".tile[data-property=shutter-speed]")
        page.see(".dial .status.reason", "mode A")
        page.click(".dial .remedy", "Change mode to S")
        page.shows("exposure-mode", "S")
        page.gone(".dial .status.reason")
        page.click(".dial .option", "1/250")
        page.shows("shutter-speed", "1/250")
        self.mode("A")

    def mode(self, value):
        page = self.browser
        page.click(".tile[data-property=exposure-mode]")
        page.see(".tile.open[data-property=exposure-mode]")
        option = page.see(f".dial .option[data-value={value}]")
        option.click()
        page.shows("exposure-mode", value)
        page.press(Keys.ESCAPE)
        page.gone(".dial")

    def test_a_setting_is_changed_with_keys_only(self):
        page = self.browser
        page.open_camera(self.server.url)
        before = page.value("aperture")
        for _ in range(60):
            page.press(Keys.TAB)
            if page.script("return document.activeElement.dataset.property") == "aperture":
                break
        page.press(Keys.ARROW_UP)
        page.wait(lambda: page.value("aperture") != before and not page.all(".tile.pending"), "another aperture")
        after = page.value("aperture")
        page.press(Keys.ENTER)
        page.see(".dial .option[aria-selected=true]", after)
        page.press(Keys.ARROW_LEFT)
        page.wait(lambda: page.value("aperture") == before, "the aperture of before")
        page.press(Keys.ESCAPE)
        page.gone(".dial")
        self.assertEqual(page.script("return document.activeElement.dataset.property"), "aperture")

    def test_all_settings_are_searched_and_set(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.click("button[aria-label='All settings']")
        page.see(".setting[data-property=noise-reduction]")
        page.type("dialog input[type=search]", "noise")
        page.wait(lambda: len(page.all(".setting")) == 1, "one setting")
        page.choose(".setting[data-property=noise-reduction] select", "Strong")
        page.driver.back()
        page.gone("dialog")
        page.click("button[aria-label='All settings']")
        page.wait(lambda: page.script("return document.querySelector('.setting[data-property=noise-reduction] select').value") == "Strong", "Strong")
        page.type("dialog input[type=search]", "nothing has this name")
        page.see("dialog .explanation", "No setting")

    def test_a_tap_focuses_and_the_mark_says_whether_focus_was_found(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.moving()
        page.tap(".liveview .picture", 0.4, 0.5)
        page.wait(lambda: page.see(".liveview").get_attribute("data-mark") in ("found", "set"), "the result of focusing")
        page.wait(lambda: page.see(".liveview").get_attribute("data-mark") == "", "no mark")

    def test_live_view_is_magnified_by_wheel_pinch_and_keys(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.moving()
        page.turn_wheel(".liveview .picture", -3)
        page.wait(lambda: page.text(".magnification") not in ("1×", ""), "a magnification")
        page.tap(".liveview .picture", times=2)
        page.see(".magnification", "1×")
        page.wait(lambda: page.text(".magnification") == "1×", "the whole picture")
        page.pinch(".liveview .picture", 0.2, 0.6)
        page.wait(lambda: float(page.text(".magnification")[:-1]) > 2, "a magnification by pinching")
        page.click("button[aria-label='Whole picture']")
        page.script("document.querySelector('.liveview .picture').focus()")
        for _ in range(9):
            page.press("+")
        page.wait(lambda: page.text(".magnification") == "8.0×", "the largest magnification")
        page.press("0")
        page.wait(lambda: page.text(".magnification") == "1×", "the whole picture")

    def test_overlays_are_remembered(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.see(".histogram")
        page.click("button[aria-label=Display]")
        page.click("dialog .toggle", "Histogram")
        page.choose("dialog .field:nth-of-type(1) select", "Thirds")
        page.press(Keys.ESCAPE)
        page.gone(".histogram")
        page.driver.refresh()
        page.moving()
        page.gone(".histogram")
        self.assertIn('"grid":"thirds"', page.script("return localStorage.getItem('hotshoe')"))

    def test_the_histogram_shows_the_picture(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.moving()
        drawn = "const c = document.querySelector('.histogram'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((b) => b > 0)"
        page.wait(lambda: page.script(drawn), "a histogram")


if __name__ == "__main__":
    main()
