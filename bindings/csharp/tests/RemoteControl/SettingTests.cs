using System.Collections.Generic;
using System.Linq;
using HotShoe;

namespace RemoteControl.Tests
{
    public static class SettingTests
    {
        public static void AValueIsPendingUntilTheCameraShowsIt()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilConnected();
                Setting iso = stage.Controller.Settings["ISO"];
                List<string> seen = new List<string>();
                iso.Changed += () => seen.Add(iso.Value + "/" + (iso.Pending ?? "–"));
                string before = iso.Value;
                stage.Set("ISO", "ISO 800");
                stage.Until("ISO 800", () => iso.Value == "ISO 800" && iso.Pending == null);
                Stage.Equal(iso.Choices[iso.Index], "ISO 800");
                Stage.Equal(string.Join(" ", seen.Distinct()), before + "/ISO 800 ISO 800/–");
            }
        }

        public static void VideosHaveAnExposureOfTheirOwn()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilConnected();
                Settings settings = stage.Controller.Settings;
                string picture = settings["ISO"].Value;
                foreach (string title in new[] { "Video aperture", "Video shutter speed", "Video ISO", "Video compensation" })
                {
                    Setting setting = settings[title];
                    Stage.Check(setting.IsOfVideo && setting.CanSet, title + " cannot be set");
                    string wanted = setting.Choices[setting.Index == 0 ? 1 : 0];
                    stage.Set(title, wanted);
                    stage.Until(title, () => setting.Value == wanted && setting.Pending == null);
                }
                Stage.Equal(settings["ISO"].Value, picture);
            }
        }

        public static void TheModeDeterminesTheSettings()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilConnected();
                Setting aperture = stage.Controller.Settings["Aperture"];
                Stage.Check(aperture.Exists && !aperture.CanSet, "the aperture can be set in P");
                stage.Set("Mode", "A");
                stage.Until("the aperture can be set", () => aperture.CanSet);
                stage.Set("Aperture", "f/4");
                stage.Until("f/4", () => aperture.Value == "f/4");
            }
        }

        public static void AValueThatIsRefusedIsNotShown()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilConnected();
                Setting iso = stage.Controller.Settings["ISO"];
                string before = iso.Value;
                stage.Inject("fail=invalid-value@set-property");
                stage.Set("ISO", "ISO 800");
                stage.UntilProblem("refused");
                stage.Until("the value is back", () => iso.Pending == null);
                Stage.Equal(iso.Value, before);
                Stage.Equal(iso.Choices[iso.Index], before);
                stage.Set("ISO", "ISO 800");
                stage.Until("ISO 800", () => iso.Value == "ISO 800");
            }
        }

        public static void AValueThatTheCameraDoesNotApplyStaysPending()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilConnected();
                Setting balance = stage.Controller.Settings["White balance"];
                stage.Inject("ignore-setting@set-property");
                stage.Set("White balance", "shade");
                stage.Until("pending", () => balance.Pending == "shade");
                stage.UntilLive(30);
                Stage.Equal(balance.Value + "/" + balance.Pending, "auto/shade");
                Stage.Equal(balance.Choices[balance.Index], "shade");
            }
        }

        public static void ADialThatIsTurnedAtTheCameraIsShown()
        {
            CameraSimulator body = Stage.Body();
            using (Stage stage = new Stage(body))
            {
                stage.UntilConnected();
                Stage.Check(body.Turn(new PropertyIdentifier.ExposureCompensation(), "+1"), "the dial does not turn");
                stage.Until("+1", () => stage.Controller.Settings["Compensation"].Value == "+1");
            }
        }

        public static void AModeDialIsShownAndNotChanged()
        {
            using (Stage stage = new Stage(Stage.Body(change: body => body.HasModeDial = true)))
            {
                stage.UntilConnected();
                Setting mode = stage.Controller.Settings["Mode"];
                Stage.Equal(mode.Value, "P");
                Stage.Check(!mode.CanSet, "the mode can be set");
            }
        }

        public static void DriveAndVideoFormatCanBeSet()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilConnected();
                foreach (string title in new[] { "Drive", "Focus", "Quality", "Compensation" })
                {
                    Setting setting = stage.Controller.Settings[title];
                    string wanted = setting.Choices[(setting.Index + 1) % setting.Choices.Count];
                    stage.Set(title, wanted);
                    stage.Until(title + " " + wanted, () => setting.Value == wanted);
                }
                Stage.Check(stage.Controller.Settings["Video format"].Exists, "there is no video format");
            }
        }

        public static void TheSupplyIsShown()
        {
            CameraSimulator body = Stage.Body();
            using (Stage stage = new Stage(body))
            {
                stage.UntilConnected();
                body.SetBatteryCharge(0.3);
                stage.Until("the battery", () => !stage.Controller.Settings.Supply.StartsWith("Battery full"));
            }
        }
    }
}
