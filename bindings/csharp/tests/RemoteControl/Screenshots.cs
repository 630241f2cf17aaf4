// Makes pictures of the window. Usage: Screenshots HOTSHOE FILE.jpg WIDTHxHEIGHT STATE.
using System;
using System.IO;
using System.Linq;
using HotShoe;

namespace RemoteControl.Tests
{
    public static class Screenshots
    {
        /// <summary>A camera with some pictures, a focus that was found, and a setting that is not confirmed yet.</summary>
        private static void Use(WindowDriver driver)
        {
            Controller controller = driver.Controller;
            driver.UntilLive();
            for (int count = 1; count <= 3; count++)
            {
                driver.Press(driver.Window.Buttons.Shutter);
                driver.Until("focus", () => controller.Shutter.Phase == ShutterPhase.InFocus);
                driver.Release();
                int wanted = count;
                driver.Until("picture", () => controller.Pictures.Latest.Count(each => each.Thumbnail != null) == wanted
                    && controller.Shutter.Phase == ShutterPhase.Idle);
                driver.UntilLive(20);
            }
            driver.Click(driver.Window.Picture, 0.42, 0.45);
            driver.Until("focus", () => controller.LiveView.HasFocus == true);
            driver.Leave();
            SettingRow balance = driver.Window.Rows.First(row => row.Menu.Name == "setting-white-balance");
            balance.Menu.Active = 2; // the camera ignores it, so that it is not confirmed
            driver.Until("a pending value", () => controller.Settings["White balance"].Pending != null);
            driver.UntilLive();
        }

        /// <summary>A menu of many choices is open.</summary>
        private static void OpenMenu(WindowDriver driver)
        {
            driver.UntilLive();
            driver.Click(driver.Window.Rows.First(row => row.Menu.Name == "setting-iso").Menu);
            driver.UntilLive(20);
        }

        /// <summary>The card is full.</summary>
        private static void Fail(WindowDriver driver)
        {
            driver.UntilLive();
            driver.Click(driver.Window.Buttons.Shutter);
            driver.Until("a problem", () => driver.Controller.Problem != null && driver.Controller.Shutter.Phase == ShutterPhase.Idle);
            driver.Leave();
            driver.UntilLive();
        }

        /// <summary>A video is being recorded, and the shutter button is held.</summary>
        private static void Record(WindowDriver driver)
        {
            driver.UntilLive();
            driver.Click(driver.Window.Buttons.Record);
            driver.Until("recording", () => driver.Controller.Recorder.Time == "00:02");
            driver.UntilLive();
        }

        private static void Hold(WindowDriver driver)
        {
            driver.UntilLive();
            driver.Press(driver.Window.Buttons.Shutter);
            driver.Until("focus", () => driver.Controller.Shutter.Phase == ShutterPhase.InFocus);
            driver.UntilLive(10);
        }

        /// <summary>The settings of a camera with those of videos.</summary>
        private static void ShowVideoSettings(string path, int[] size)
        {
            using (WindowDriver driver = new WindowDriver(new[] { "--simulated", "1" }, size[0], size[1]))
            {
                driver.UntilLive();
                driver.Capture(path);
            }
        }

        /// <summary>A saved picture is displayed large.</summary>
        private static void ShowPicture(WindowDriver driver)
        {
            Use(driver);
            driver.Click(driver.Window.Strip.WidgetOf(driver.Controller.Pictures.Latest[1]));
            driver.Until("the picture", () => driver.Window.Large.IsDecoded);
            driver.Leave();
            driver.UntilDrawn();
        }

        /// <summary>A camera in this process asks for a code, for a name and a password, or for a confirmation.</summary>
        private static void Authenticate(string path, int[] size, string state)
        {
            using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration())
            {
                configuration.Authentication = state == "code" ? new CameraSimulatorAuthentication.NumericCode("4711")
                    : state == "password" ? new CameraSimulatorAuthentication.Credentials("photographer", "secret")
                    : (CameraSimulatorAuthentication)new CameraSimulatorAuthentication.ConfirmOnCamera(TimeSpan.FromHours(1));
                using (WindowDriver driver = new WindowDriver(new string[0], size[0], size[1], new CameraSimulator(configuration)))
                {
                    Gtk.Dialog dialog = driver.UntilDialog();
                    if (state == "code")
                    {
                        ((Gtk.Entry)WindowDriver.Find(dialog, "entry-0")).Text = "0000";
                        driver.Click(WindowDriver.Find(dialog, "connect"));
                        driver.Until("the dialog is closed", () => !dialog.IsMapped);
                        dialog = driver.UntilDialog();
                    }
                    if (state == "password")
                    {
                        ((Gtk.Entry)WindowDriver.Find(dialog, "entry-0")).Text = "photographer";
                        ((Gtk.Entry)WindowDriver.Find(dialog, "entry-1")).Text = "secret";
                    }
                    driver.Leave();
                    driver.Capture(path);
                    driver.Click(WindowDriver.Find(dialog, "cancel"));
                    driver.Until("the end of the attempt", () => driver.Controller.Connection.Phase == ConnectionPhase.Failed);
                }
            }
        }

        public static int Main(string[] arguments)
        {
            string tool = arguments[0], path = arguments[1], state = arguments[3];
            int[] size = arguments[2].Split('x').Select(int.Parse).ToArray();
            string fault = state == "problem" ? "card-full" : "ignore-setting@set-property";
            WindowDriver.Prepare();
            if (state == "video")
            {
                ShowVideoSettings(path, size);
                return 0;
            }
            if (state == "code" || state == "password" || state == "confirmation")
            {
                Authenticate(path, size, state);
                return 0;
            }
            using (Body body = new Body(tool, "canon-eos-r5", more: "--fault " + fault))
            using (WindowDriver driver = new WindowDriver(new[] { "--address", body.Address }, size[0], size[1]))
            {
                switch (state)
                {
                    case "menu": OpenMenu(driver); break;
                    case "problem": Fail(driver); break;
                    case "recording": Record(driver); break;
                    case "picture": ShowPicture(driver); break;
                    case "held": Hold(driver); break;
                    case "away":
                        driver.UntilLive();
                        body.Dispose();
                        driver.Until("away", () => driver.Controller.Connection.Phase == ConnectionPhase.Away);
                        break;
                    default: Use(driver); break;
                }
                driver.Capture(path);
            }
            return 0;
        }
    }
}
