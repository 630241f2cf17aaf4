"""Taking pictures: half press, timer, burst, bulb, bracketing, focus stacking, series, video."""

from page_rig import Keys, PHONE, PageTest, main


class ProgramTests(PageTest):
    def setUp(self):
        super().setUp()
        self.browser.open_camera(self.server.url)
        self.browser.idle()

    def tearDown(self):
        # A series that a failed test started would block the next test.
        self.browser.driver.execute_async_script("""
            const [path, done] = ["/api/v1/cameras/simulated-SIM-0001/series", arguments[arguments.length - 1]];
            fetch(path).then((answer) => answer.json())
              .then((list) => Promise.all(list.filter((series) => series.state === "running").map((series) =>
                fetch(`${path}/${series.id}`, {method: "DELETE", headers: {"Content-Type": "application/json"}, body: "{}"}))))
              .finally(done);""")
        super().tearDown()

    def pictures_after(self, count):
        """Waits for so many new pictures."""
        page = self.browser
        page.wait(lambda: len(page.pictures()) >= self.before + count, f"{count} new pictures")
        self.assertEqual(len(page.pictures()), self.before + count)

    @property
    def before(self):
        # Each test begins without pictures of its session.
        return 0

    def mode(self, value):
        page = self.browser
        page.click(".tile[data-property=exposure-mode]")
        page.click(f".dial .option[data-value={value}]")
        page.shows("exposure-mode", value)
        page.press(Keys.ESCAPE)
        page.gone(".dial")

    def test_half_press_holds_focus_and_the_shutter_takes_a_picture(self):
        page = self.browser
        page.hold("button.focus")
        page.see("button.focus[data-state=focused]")
        page.let_go()
        page.see("button.focus[data-state=released]")
        page.click("button.shutter")
        self.pictures_after(1)
        page.idle()

    def test_a_half_press_that_another_client_ends_is_shown_as_released(self):
        page = self.browser
        page.script("""const start = window.setInterval;
            window.setInterval = (work, pause) => start(work, Math.min(pause, 50));
            const send = window.fetch;
            window.extensions = 0;
            window.fetch = (address, options) => { if (options?.body === '{"extend":true}') window.extensions += 1; return send(address, options); };""")
        page.hold("button.focus")
        page.see("button.focus[data-state=focused]")
        page.wait(lambda: page.script("return window.extensions") > 1, "extensions")
        page.see("button.focus[data-state=focused]")
        page.script("""fetch("/api/v1/cameras/simulated-SIM-0001/half-press",
            {method: "DELETE", headers: {"Content-Type": "application/json"}, body: "{}"})""")
        page.see("button.focus[data-state=released]")
        page.let_go()

    def test_the_space_bar_half_presses_and_takes_a_picture(self):
        page = self.browser
        page.key_down(Keys.SPACE)
        page.see("button.focus[data-state=focused]")
        page.key_up(Keys.SPACE)
        self.pictures_after(1)
        page.see("button.focus[data-state=released]")

    def test_escape_releases_the_space_bar_without_a_picture(self):
        page = self.browser
        page.key_down(Keys.SPACE)
        page.see("button.focus[data-state=focused]")
        page.press(Keys.ESCAPE)
        page.see("button.focus[data-state=released]")
        page.script("""window.requests = [];
            const send = window.fetch;
            window.fetch = (address, options) => { window.requests.push(`${options?.method} ${address}`); return send(address, options); };""")
        page.key_up(Keys.SPACE)
        # A picture would be requested before the next frames.
        page.moving()
        page.moving()
        self.assertEqual([request for request in page.script("return window.requests") if request.endswith("/shoot")], [])

    def test_keys_alone_take_a_picture(self):
        page = self.browser
        for _ in range(60):
            page.press(Keys.TAB)
            if page.script("return document.activeElement.className") == "shutter":
                break
        page.press(Keys.ENTER)
        self.pictures_after(1)

    def test_the_self_timer_counts_down_and_can_be_cancelled(self):
        page = self.browser
        page.choose(".panel select", "2 s")
        page.click("button.shutter")
        page.see(".release[data-state=counting] .count", "2")
        page.see(".release[data-state=counting] .count", "1")
        self.pictures_after(1)
        page.idle()
        page.choose(".panel select", "10 s")
        page.click("button.shutter")
        page.see(".release[data-state=counting]")
        page.click("button.shutter")
        page.idle()
        self.pictures_after(1)

    def test_a_bulb_exposure_has_a_clock(self):
        page = self.browser
        page.program("bulb")
        page.click(".hint button", "Set bulb")
        page.gone(".hint button")
        page.click("button.shutter")
        page.see(".release[data-state=holding] .count", "0:01")
        page.click("button.shutter")
        page.idle()
        self.pictures_after(1)
        self.mode("A")

    def test_a_bracket_takes_a_picture_of_each_exposure(self):
        page = self.browser
        page.program("bracket")
        page.see(".panel .explanation", "−1 ±0 +1")
        page.click("button.shutter")
        self.pictures_after(3)
        page.idle()

    def test_a_focus_stack_goes_from_near_to_far(self):
        page = self.browser
        page.program("stack")
        for name in ("10 nearer", "Set near point"):
            page.click(".panel button:not(:disabled)", name)
        page.see(".panel .explanation", "Near point set")
        page.click(".panel button:not(:disabled)", "10 farther")
        page.see(".panel .explanation", "Moved by 10 steps")
        page.click(".panel button", "Set far point")
        page.type(".panel input[type=number]", "3")
        page.see(".panel .explanation", "3 pictures, 5 steps apart, over 10 steps")
        page.click("button.shutter")
        page.see(".series", "3 pictures taken")
        self.pictures_after(3)

    def start_series(self, count, interval):
        page = self.browser
        page.program("interval")
        page.type(".panel .field:nth-of-type(1) input", str(count))
        page.type(".panel .field:nth-of-type(2) input", str(interval))
        page.click("button.shutter")

    def test_a_series_of_five_shows_its_progress(self):
        page = self.browser
        self.start_series(5, 2)
        page.see(".series", "of 5")
        page.see(".series .detail", "Next picture in")
        page.see(".series", "2 of 5")
        page.see(".series", "5 pictures taken")
        self.pictures_after(5)
        page.click(".series button")
        page.gone(".series")

    def test_a_series_goes_on_after_a_reload_and_is_stopped(self):
        page = self.browser
        # No event of the series follows soon, so the page has to read it.
        self.start_series(50, 60)
        page.see(".series", "1 of 50")
        page.driver.refresh()
        page.see(".series", "1 of 50")
        page.see(".series .detail", "Next picture in")
        page.see("button.shutter[aria-disabled=true]")
        page.click(".series button", "Stop")
        page.see(".series", "Stopped after")
        page.see("button.shutter:not([aria-disabled])")

    def test_video_is_started_and_stopped(self):
        page = self.browser
        page.program("video")
        page.click("button.shutter")
        page.see(".release[data-state=recording]")
        page.see(".recording", "REC")
        page.see("button.shutter", "Stop recording")
        page.click("button.shutter")
        page.gone(".recording")
        page.idle()

    def test_a_picture_is_taken_on_a_phone(self):
        page = self.browser
        page.resize(PHONE)
        page.tap("button.shutter")
        page.see(".newest img")
        page.tap(".newest")
        page.see("dialog.viewer h2", "IMG_")


class BurstTests(PageTest):
    """Has its own server, because pictures of a burst still arrive when the test has ended."""

    def test_a_burst_lasts_as_long_as_the_button_is_held(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.idle()
        page.program("burst")
        if page.all(".hint button"):
            page.click(".hint button")
            page.gone(".hint button")
        page.hold("button.shutter")
        page.see(".release[data-state=holding]")
        page.wait(lambda: len(page.pictures()) >= 2, "two pictures")
        page.let_go()
        page.idle()

if __name__ == "__main__":
    main()
