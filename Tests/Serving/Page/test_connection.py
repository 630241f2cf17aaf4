"""Lost connections: a camera that is unplugged, a server that is away, a page that was hidden."""

from page_rig import PageTest, Server, main


class UnpluggedTests(PageTest):
    """The camera is unplugged some seconds after it was connected. Another server, at the same address, has it again."""

    options = ("--fault", "unplug@4s")

    def test_a_camera_that_was_unplugged_continues_when_it_is_back(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.see(".obstacle", "not there")
        page.see(".obstacle", "Reconnecting")
        page.see("button.shutter[aria-disabled=true]")
        port = self.server.port
        self.server.stop()
        type(self).server = Server(port=port)
        self.addClassCleanup(self.server.stop)
        page.gone(".obstacle")
        page.moving()
        page.see("button.shutter:not([aria-disabled])")
        page.click("button.shutter")
        page.wait(lambda: page.pictures(), "a picture")


class ServerAwayTests(PageTest):
    def test_the_page_continues_when_the_server_is_back(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.moving()
        port = self.server.port
        self.server.stop()
        page.see(".offline", "does not answer")
        page.see(".rate", "Trying again")
        type(self).server = Server(port=port)
        self.addClassCleanup(self.server.stop)
        page.gone(".offline")
        page.moving()
        page.see("button.shutter:not([aria-disabled])")

    def test_the_list_continues_too(self):
        page = self.browser
        page.open(self.server.url)
        page.see(".cameras a")
        port = self.server.port
        self.server.stop()
        page.see(".offline")
        type(self).server = Server("--count", "2", port=port)
        self.addClassCleanup(self.server.stop)
        page.wait(lambda: len(page.all(".cameras a")) == 2, "two cameras")


class FaultTests(PageTest):
    options = ("--fault", "focus-fails*20")

    def test_a_refusal_is_a_sentence_and_pictures_are_taken_without_focus(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.click("button.shutter")
        page.see(".notice.problem[role=alert]")
        page.click(".notice button", "Take without focusing")
        page.wait(lambda: len(page.pictures()) == 1, "a picture")

    def test_a_tap_shows_that_focus_was_not_found(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.moving()
        page.tap(".liveview .picture", 0.4, 0.5)
        page.wait(lambda: page.see(".liveview").get_attribute("data-mark") == "failed", "the mark of a failure")


if __name__ == "__main__":
    main()
