"""Tokens, servers that permit less, and what a camera asks for."""

from page_rig import Keys, PageTest, main


class TokenTests(PageTest):
    environment = {"HOTSHOE_TOKEN": "correct-horse-battery-staple"}

    def test_the_token_is_asked_for_and_remembered(self):
        page = self.browser
        page.open(f"{self.server.url}#/camera/simulated-SIM-0001")
        page.type("dialog input", "wrong" + Keys.ENTER)
        page.wait(lambda: page.text("dialog .error") != "", "an error")
        page.type("dialog input", self.environment["HOTSHOE_TOKEN"] + Keys.ENTER)
        page.moving()
        page.driver.refresh()
        page.moving()
        self.assertEqual(page.all("dialog"), [])


    def test_a_link_with_the_token_opens_the_page_and_loses_the_token(self):
        page = self.browser
        page.open(f"{self.server.url}#token={self.environment['HOTSHOE_TOKEN']}")
        page.see(".cameras a")
        self.assertEqual(page.all("dialog"), [])
        self.assertEqual(page.driver.current_url, self.server.url + "#/")
        page.driver.back()
        self.assertNotIn("token", page.driver.current_url)
        page.open(f"{self.server.url}#token=wrong")
        page.see("dialog input")
        page.see(".notice.problem")
        self.assertNotIn("token", page.driver.current_url)


class ReadOnlyTests(PageTest):
    options = ("--read-only",)

    def test_nothing_can_be_changed(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.see(".read-only", "read-only")
        page.see("button.shutter[aria-disabled=true]")
        page.see("button.focus:disabled")
        page.click(".tile[data-property=aperture]")
        page.see(".dial .status", "read-only")
        before = page.value("aperture")
        page.press(Keys.ARROW_RIGHT)
        page.moving()
        self.assertEqual(page.value("aperture"), before)
        page.press(Keys.ESCAPE)
        page.click(".pictures .older")
        page.click(".thumbnails button")
        page.see("dialog.viewer .danger:disabled")


class NoDeletionTests(PageTest):
    options = ("--no-delete",)

    def test_deleting_is_disabled_and_says_why(self):
        page = self.browser
        page.open_camera(self.server.url)
        page.click(".pictures .older")
        page.click(".thumbnails button")
        self.assertIn("does not delete", page.see("dialog.viewer .danger:disabled").get_attribute("title"))
        page.press(Keys.ESCAPE)
        page.gone("dialog")
        page.see("button.shutter:not([aria-disabled])")


class CodeTests(PageTest):
    options = ("--authentication", "code")

    def test_the_code_of_the_camera_is_asked_for(self):
        page = self.browser
        page.open(f"{self.server.url}#/camera/simulated-SIM-0001")
        page.type("dialog input[name=code]", "0000" + Keys.ENTER)
        page.see("dialog p", "not correct")
        page.type("dialog input[name=code]", "4711" + Keys.ENTER)
        page.moving()
        page.gone("dialog")


class CancelledCodeTests(PageTest):
    options = ("--authentication", "code")

    def test_closing_the_dialog_ends_connecting_until_one_tries_again(self):
        page = self.browser
        page.open(f"{self.server.url}#/camera/simulated-SIM-0001")
        page.see("dialog input[name=code]")
        page.press(Keys.ESCAPE)
        page.gone("dialog")
        page.click(".obstacle button", "Try now")
        page.type("dialog input[name=code]", "4711" + Keys.ENTER)
        page.moving()


if __name__ == "__main__":
    main()
