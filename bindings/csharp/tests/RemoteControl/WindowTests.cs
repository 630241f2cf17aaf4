// The window of the remote control, used by the pointer, with cameras on the network of this computer. It needs a display.
// Usage: WindowTests HOTSHOE: the path of the command that simulates cameras.
using System;
using System.IO;
using System.Linq;
using HotShoe;

namespace RemoteControl.Tests
{
    public static class WindowTests
    {
        private static string tool;

        private static void Check(bool condition, string what)
        {
            if (!condition) { throw new InvalidOperationException(what); }
        }

        private static Gtk.ComboBoxText MenuOf(WindowDriver driver, string name)
        {
            return driver.Window.Rows.First(row => row.Menu.Name == "setting-" + name).Menu;
        }

        /// <summary>The button focuses while it is held, and takes the picture when it is released on it.</summary>
        private static void TakePicture(WindowDriver driver)
        {
            Controller controller = driver.Controller;
            driver.Press(driver.Window.Buttons.Shutter);
            driver.Until("focus", () => controller.Shutter.Phase == ShutterPhase.InFocus);
            driver.Release();
            driver.Until("a picture", () => controller.Pictures.Latest.Count == 1 && controller.Shutter.Phase == ShutterPhase.Idle);
            Check(Directory.GetFiles(driver.Folder, "*.JPG").Length == 1, "there is no file");
            // Released beside it, it takes none.
            driver.Press(driver.Window.Buttons.Shutter);
            driver.Until("focus again", () => controller.Shutter.Phase == ShutterPhase.InFocus);
            driver.Leave();
            driver.Release();
            driver.Until("idle", () => controller.Shutter.Phase == ShutterPhase.Idle);
            driver.UntilLive(10);
            Check(controller.Pictures.Latest.Count == 1, "a picture was taken");
        }

        /// <summary>Chooses the entry below the present one: opens the menu, moves to it, and clicks.</summary>
        private static void ChooseSetting(WindowDriver driver)
        {
            Gtk.ComboBoxText menu = MenuOf(driver, "white-balance");
            Setting setting = driver.Controller.Settings["White balance"];
            driver.Click(menu);
            driver.Until("the menu", () => menu.PopupShown);
            driver.UntilLive(5);
            driver.Click(menu, 0.5, 2.6); // the second row
            driver.Until("another white balance", () => setting.Value != "auto" && setting.Pending == null);
            Check(menu.ActiveText == setting.Value, "the menu shows " + menu.ActiveText);
            // A dial is turned at the camera, or a value is set by another program.
            Setting iso = driver.Controller.Settings["ISO"];
            driver.Controller.Set(iso, iso.Choices.ToList().IndexOf("ISO 400"));
            driver.Until("ISO 400", () => MenuOf(driver, "iso").ActiveText == "ISO 400" && iso.Pending == null);
        }

        private static void Focus(WindowDriver driver)
        {
            LiveView live = driver.Controller.LiveView;
            driver.Click(driver.Window.Picture, 0.25, 0.5);
            driver.Until("focus at the left", () => live.HasFocus == true);
            double left = live.Mark.Value.X;
            driver.Click(driver.Window.Picture, 0.75, 0.5);
            driver.Until("focus at the right", () => live.HasFocus == true && live.Mark.Value.X > left);
            // Beside the picture, nothing happens.
            Point before = live.Mark.Value;
            Rect area = driver.Window.Picture.Area;
            if (area.Y > 8) { driver.Click(driver.Window.Picture, 0.5, 4.0 / driver.Window.Picture.AllocatedHeight); }
            driver.UntilLive(5);
            Check(live.Mark.Value == before, "a click beside the picture focuses");
        }

        private static void Resize(WindowDriver driver)
        {
            foreach (int[] size in new[] { new[] { 800, 600 }, new[] { 1280, 700 }, new[] { 900, 800 } })
            {
                driver.Window.Resize(size[0], size[1]);
                driver.Until("the new size", () => driver.Window.AllocatedWidth == size[0] && driver.Window.AllocatedHeight == size[1]);
                driver.UntilLive();
                Rect area = driver.Window.Picture.Area;
                Check(Math.Abs(area.Width / area.Height - 1.5) < 0.01, "the picture is distorted: " + area);
                bool fits = area.Width <= driver.Window.Picture.AllocatedWidth + 0.5 && area.Height <= driver.Window.Picture.AllocatedHeight + 0.5;
                Check(fits, "the picture is cut: " + area);
            }
        }

        private static void Record(WindowDriver driver)
        {
            driver.Click(driver.Window.Buttons.Record);
            driver.Until("recording", () => driver.Window.Buttons.Record.Label.EndsWith("00:01"));
            driver.Click(driver.Window.Buttons.Record);
            driver.Until("the end", () => !driver.Controller.Recorder.IsRecording && !driver.Controller.Recorder.IsBusy);
            Check(driver.Window.Buttons.Record.Label.Contains("Record video"), "the button shows " + driver.Window.Buttons.Record.Label);
        }

        private static void UseBody(string personality)
        {
            using (Body body = new Body(tool, personality))
            using (WindowDriver driver = new WindowDriver(new[] { "--address", body.Address }, 900, 700))
            {
                driver.UntilLive();
                TakePicture(driver);
                ChooseSetting(driver);
                Focus(driver);
                Resize(driver);
                Record(driver);
                // Switched off, and on again at the same address.
                body.Dispose();
                driver.Until("away", () => driver.Controller.Connection.Phase == ConnectionPhase.Away);
                Check(driver.Controller.Problem != null && !driver.Window.Buttons.Shutter.Sensitive, "the loss is not shown");
                Check(!MenuOf(driver, "iso").Visible, "the settings are still shown");
                using (new Body(tool, personality, body.Port)) { driver.UntilLive(); }
            }
        }

        private static void ShowProblems()
        {
            using (Body body = new Body(tool, "canon-eos-r5", more: "--fault card-full"))
            using (WindowDriver driver = new WindowDriver(new[] { "--address", body.Address }, 800, 600))
            {
                driver.UntilLive();
                driver.Click(driver.Window.Buttons.Shutter);
                driver.Until("a problem", () => driver.Controller.Problem != null && driver.Window.Status.Dismiss.IsMapped);
                Check(driver.Controller.Problem.Text == "The card is full.", driver.Controller.Problem.Text);
                driver.Until("idle", () => driver.Controller.Shutter.Phase == ShutterPhase.Idle);
                driver.Click(driver.Window.Status.Dismiss);
                driver.Until("no problem", () => driver.Controller.Problem == null && !driver.Window.Status.Dismiss.IsMapped);
            }
        }

        /// <summary>The camera refuses the connection once: the button of the problem connects again.</summary>
        private static void ConnectAgain()
        {
            using (WindowDriver driver = new WindowDriver(new[] { "--simulated", "0" }, 800, 600, "fail=pairing-required@connect"))
            {
                driver.Until("a failure", () => driver.Controller.Connection.Phase == ConnectionPhase.Failed && driver.Window.Status.Remedy.IsMapped);
                Check(driver.Window.Status.Remedy.Label == "Connect again", driver.Window.Status.Remedy.Label);
                driver.Click(driver.Window.Status.Remedy);
                driver.UntilLive();
            }
        }

        private static void ChooseCamera()
        {
            using (WindowDriver driver = new WindowDriver(new[] { "--simulated", "2" }, 800, 600))
            {
                Gtk.ComboBoxText menu = driver.Window.Cameras.Menu;
                driver.Until("two cameras", () => driver.Controller.Cameras.Cameras.Count == 2 && menu.ActiveText == "Choose a camera");
                driver.Window.Move(0, 150); // the menu opens with its last entry over the button
                driver.UntilDrawn();
                driver.Click(menu);
                driver.Until("the menu", () => menu.PopupShown);
                driver.UntilDrawn();
                driver.Click(menu, 0.5, -0.6);
                driver.UntilLive();
            }
        }

        public static int Main(string[] arguments)
        {
            tool = arguments[0];
            WindowDriver.Prepare();
            try
            {
                foreach (string personality in new[] { "canon-eos-r5", "nikon-z6-2" }) { UseBody(personality); }
                ShowProblems();
                ConnectAgain();
                ChooseCamera();
            }
            catch (Exception exception) // caught here, so that the cameras are switched off
            {
                Console.WriteLine("FAILED " + exception);
                return 1;
            }
            Console.WriteLine("the window of the remote control works");
            return 0;
        }
    }
}
