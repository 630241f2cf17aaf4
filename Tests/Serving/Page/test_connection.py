"""Lost connections: a camera that is unplugged, a server that is away, a page that was hidden."""

from page_rig import PageTest, Program, Server, main


class UnpluggedTests(PageTest):
    """A simulated camera on the network, which is switched off and on again."""

    @classmethod
    def setUpClass(cls):
        cls.camera = Program("simulate", "--port", "0")
        cls.addClassCleanup(lambda: cls.camera.stop())
        cls.port = cls.camera.first["port"]
        cls.options = ("--camera", f"ptpip:127.0.0.1:{cls.port}")
        super().setUpClass()

    def test_a_camera_that_was_unplugged_continues(self):
        page = self.browser
        page.open(self.server.url)
        page.click(".cameras a")
        page.moving()
        type(self).camera.stop()
        page.see(".obstacle", "Reconnecting")
        page.see("button.shutter[aria-disabled=true]")
        type(self).camera = Program("simulate", "--port", str(self.port))
        page.gone(".obstacle")
        page.moving()
        page.see("button.shutter:not([aria-disabled])")


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
    options = ("--fault", "focus-fails", "--fault", "fail=busy@set-property")

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
