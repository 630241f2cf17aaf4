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
                ShowPictures(driver);
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
            CameraSimulator body;
            using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
            {
                configuration.Faults = new[] { SimulatedFault.Make("fail=pairing-required@connect") };
                body = new CameraSimulator(configuration);
            }
            using (WindowDriver driver = new WindowDriver(new string[0], 800, 600, body))
            {
                driver.Until("a failure", () => driver.Controller.Connection.Phase == ConnectionPhase.Failed && driver.Window.Status.Remedy.IsMapped);
                Check(driver.Window.Status.Remedy.Label == "Connect again", driver.Window.Status.Remedy.Label);
                driver.Click(driver.Window.Status.Remedy);
                driver.UntilLive();
            }
        }

        private static CameraSimulator Locked(CameraSimulatorAuthentication authentication)
        {
            using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
            {
                configuration.Authentication = authentication;
                return new CameraSimulator(configuration);
            }
        }

        /// <summary>Types a text into an entry of a dialog, and presses a button of it.</summary>
        private static void Answer(WindowDriver driver, string button, params string[] texts)
        {
            Gtk.Dialog dialog = driver.UntilDialog();
            for (int index = 0; index < texts.Length; index++) { ((Gtk.Entry)WindowDriver.Find(dialog, "entry-" + index)).Text = texts[index]; }
            driver.Click(WindowDriver.Find(dialog, button));
            driver.Until("the dialog is closed", () => !dialog.IsMapped);
        }

        /// <summary>A code that is wrong first, a name and a password, and a confirmation at the camera.</summary>
        private static void Authenticate()
        {
            using (WindowDriver driver = new WindowDriver(new string[0], 800, 600, Locked(new CameraSimulatorAuthentication.NumericCode("1234"))))
            {
                Check(!WindowDriver.Find(driver.UntilDialog(), "connect").Sensitive, "an empty code can be sent");
                Answer(driver, "connect", "0000");
                Answer(driver, "connect", "1234");
                driver.UntilLive();
            }
            using (WindowDriver driver = new WindowDriver(
                new string[0], 800, 600, Locked(new CameraSimulatorAuthentication.Credentials("photographer", "secret"))))
            {
                Check(!((Gtk.Entry)WindowDriver.Find(driver.UntilDialog(), "entry-1")).Visibility, "the password is shown");
                Answer(driver, "connect", "photographer", "secret");
                driver.UntilLive();
            }
            CameraSimulator body = Locked(new CameraSimulatorAuthentication.ConfirmOnCamera(TimeSpan.FromHours(1)));
            using (WindowDriver driver = new WindowDriver(new string[0], 800, 600, body))
            {
                driver.UntilDialog();
                body.Confirm();
                driver.UntilLive();
                Check(!Gtk.Window.ListToplevels().OfType<Gtk.Dialog>().Any(each => each.IsMapped), "the dialog is still open");
            }
            using (WindowDriver driver = new WindowDriver(new string[0], 800, 600, Locked(new CameraSimulatorAuthentication.NumericCode("1234"))))
            {
                Answer(driver, "cancel");
                driver.Until("a failure", () => driver.Controller.Connection.Phase == ConnectionPhase.Failed && driver.Controller.Problem != null);
                driver.Click(driver.Window.Status.Remedy);
                Answer(driver, "connect", "1234");
                driver.UntilLive();
            }
        }

        /// <summary>Pictures are displayed large, one after the other, and live view again.</summary>
        private static void ShowPictures(WindowDriver driver)
        {
            Controller controller = driver.Controller;
            driver.Click(driver.Window.Buttons.Shutter);
            driver.Until("two pictures", () => controller.Pictures.Latest.Count == 2 && controller.Shutter.Phase == ShutterPhase.Idle);
            SavedPicture newest = controller.Pictures.Latest[0], oldest = controller.Pictures.Latest[1];
            LargePicture large = driver.Window.Large;
            driver.Click(driver.Window.Strip.WidgetOf(oldest));
            driver.Until("the picture", () => controller.Viewer.Shown == oldest && large.IsMapped && large.IsDecoded);
            Check(!driver.Window.Picture.IsMapped && !large.Older.Sensitive, "live view, or a button for an older picture, is there");
            driver.Click(large.Newer);
            driver.Until("the newer picture", () => controller.Viewer.Shown == newest && large.IsDecoded);
            driver.Click(large.Back);
            driver.Until("live view", () => driver.Window.Picture.IsMapped && !large.IsMapped);
            driver.UntilLive();
        }

        /// <summary>The exposure of videos has settings of its own.</summary>
        private static void SetVideo(WindowDriver driver)
        {
            Setting setting = driver.Controller.Settings["Video ISO"];
            Gtk.ComboBoxText menu = MenuOf(driver, "video-iso");
            driver.Until("settings of videos", () => menu.Visible && setting.CanSet);
            string wanted = setting.Choices[setting.Index > 0 ? 0 : 1];
            menu.Active = setting.Choices.ToList().IndexOf(wanted);
            driver.Until(wanted, () => setting.Value == wanted && setting.Pending == null && menu.ActiveText == wanted);
        }

        private static void ShowVideoSettings()
        {
            using (WindowDriver driver = new WindowDriver(new[] { "--simulated", "1" }, 1000, 760))
            {
                driver.UntilLive();
                SetVideo(driver);
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
                Authenticate();
                ShowVideoSettings();
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
