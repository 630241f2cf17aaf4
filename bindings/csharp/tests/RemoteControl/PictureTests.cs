using System.IO;
using System.Linq;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl.Tests
{
    public static class PictureTests
    {
        public static void TheButtonFocusesWhenHeldAndTakesThePictureWhenReleased()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                Controller controller = stage.Controller;
                stage.UntilLive();
                controller.PressShutter();
                Stage.Equal(controller.Shutter.Phase, ShutterPhase.Focusing);
                stage.Until("focus", () => controller.Shutter.Phase == ShutterPhase.InFocus);
                controller.PressShutter(); // ignored: it is held, and the keyboard repeats
                Stage.Equal(controller.Shutter.Phase, ShutterPhase.InFocus);
                stage.UntilLive(10);
                Stage.Equal(stage.Files.Count, 0);
                controller.ReleaseShutter(true);
                Stage.Equal(controller.Shutter.Phase, ShutterPhase.Exposing);
                stage.Until("a picture", () => controller.Pictures.Latest.Count == 1);
                stage.UntilIdle();
                SavedPicture picture = controller.Pictures.Latest[0];
                Stage.Equal(Path.GetDirectoryName(picture.Path), stage.Folder);
                Stage.Check(controller.Status == "Saved " + picture.Path, controller.Status);
                stage.Until("the thumbnail", () => picture.Thumbnail != null);
                Stage.Equal(picture.Thumbnail[1], (byte)0xd8);
                Stage.Check(new FileInfo(picture.Path).Length > 1000, "the file is empty");
            }
        }

        public static void APictureOfTheListIsDisplayedLarge()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                Controller controller = stage.Controller;
                Viewer viewer = controller.Viewer;
                stage.UntilLive();
                Stage.Check(viewer.Shown == null && !viewer.CanGo(1) && !viewer.CanGo(-1), "a picture is displayed");
                for (int count = 1; count <= 3; count++)
                {
                    controller.PressShutter();
                    controller.ReleaseShutter(true);
                    stage.Until("a picture", () => controller.Pictures.Latest.Count == count);
                    stage.UntilIdle();
                }
                int changes = 0;
                viewer.Changed += () => changes++;
                viewer.Show(controller.Pictures.Latest[1]);
                Stage.Check(viewer.CanGo(1) && viewer.CanGo(-1), "it has neighbours");
                viewer.Go(1);
                Stage.Equal(viewer.Shown, controller.Pictures.Latest[2]);
                Stage.Check(!viewer.CanGo(1), "there is none that is older");
                viewer.Go(1);
                Stage.Equal(viewer.Shown, controller.Pictures.Latest[2]);
                viewer.Go(-1);
                viewer.Go(-1);
                Stage.Equal(viewer.Shown, controller.Pictures.Latest[0]);
                Stage.Check(!viewer.CanGo(-1), "there is one that is newer");
                viewer.Close();
                Stage.Equal(viewer.Shown, null);
                Stage.Equal(changes, 5);
            }
        }

        public static void AShortPressTakesAPicture()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                for (int count = 1; count <= 3; count++)
                {
                    stage.Controller.PressShutter();
                    stage.Controller.ReleaseShutter(true);
                    stage.Controller.PressShutter(); // ignored: a picture is being taken
                    stage.Controller.ReleaseShutter(true);
                    stage.UntilIdle();
                    int wanted = count;
                    stage.Until("picture " + count, () => stage.Controller.Pictures.Latest.Count == wanted);
                }
                Stage.Equal(string.Join(" ", stage.Controller.Pictures.Latest.Select(each => each.Name)), "IMG_0003.JPG IMG_0002.JPG IMG_0001.JPG");
            }
        }

        public static void AReleaseBesideTheButtonTakesNoPicture()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                bool hasFocus = false;
                stage.Controller.LiveView.Show = frame =>
                {
                    hasFocus = frame.FocusAreas.Any(area => area.HasFocus);
                    return Task.CompletedTask;
                };
                stage.UntilLive();
                stage.Controller.PressShutter();
                stage.Until("focus", () => stage.Controller.Shutter.Phase == ShutterPhase.InFocus && hasFocus);
                stage.Controller.ReleaseShutter(false);
                stage.UntilIdle();
                stage.Until("the focus is released", () => !hasFocus);
                stage.UntilLive(10);
                Stage.Equal(stage.Files.Count, 0);
                stage.Controller.PressShutter();
                stage.Controller.ReleaseShutter(true);
                stage.Until("a picture", () => stage.Files.Count == 1);
            }
        }

        public static void WithoutFocusNoPictureIsTaken()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                stage.Inject("focus-fails");
                stage.Controller.PressShutter();
                stage.Until("no focus", () => stage.Controller.Shutter.Phase == ShutterPhase.NotInFocus);
                stage.UntilProblem("focus");
                stage.Controller.ReleaseShutter(true);
                stage.UntilIdle();
                stage.UntilLive(10);
                Stage.Equal(stage.Files.Count, 0);
            }
        }

        public static void AFullCardIsNamed()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                stage.Inject("card-full");
                stage.Controller.PressShutter();
                stage.Controller.ReleaseShutter(true);
                stage.UntilProblem("card is full");
                stage.UntilIdle();
                Stage.Equal(stage.Controller.Problem.Text, "The card is full.");
                Stage.Equal(stage.Controller.Problem.Advice, "Delete pictures, or use another card.");
            }
        }

        public static void APictureThatIsTakenAtTheCameraIsSaved()
        {
            CameraSimulator body = Stage.Body();
            using (Stage stage = new Stage(body))
            {
                stage.UntilLive();
                body.PressShutterButton();
                stage.Until("a picture", () => stage.Controller.Pictures.Latest.Any(each => each.Thumbnail != null));
            }
        }

        public static void ARawFileHasTheThumbnailOfTheCamera()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                string raw = stage.Controller.Settings["Quality"].Choices.First(each => each.ToUpperInvariant() == "RAW");
                stage.Set("Quality", raw);
                stage.Until("RAW", () => stage.Controller.Settings["Quality"].Value == raw);
                stage.Controller.PressShutter();
                stage.Controller.ReleaseShutter(true);
                stage.Until("a picture", () => stage.Controller.Pictures.Latest.Any(each => each.Thumbnail != null));
                Stage.Equal(stage.Controller.Pictures.Latest[0].Name, "IMG_0001.DNG");
            }
        }

        public static void AFolderThatCannotBeWritten()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                Controller controller = stage.Controller;
                stage.UntilLive();
                controller.SetFolder("/dev/null/nowhere");
                stage.Until("the folder", () => controller.Pictures.Folder == "/dev/null/nowhere");
                controller.PressShutter();
                controller.ReleaseShutter(true);
                stage.Until("a problem", () => controller.Problem != null && controller.Problem.Remedy == Remedy.ChooseFolder);
                stage.UntilIdle();
                string other = Path.Combine(stage.Folder, "other");
                controller.SetFolder(other);
                stage.Until("the folder", () => controller.Pictures.Folder == other && controller.Pictures.IsRunning);
                controller.PressShutter();
                controller.ReleaseShutter(true);
                stage.Until("a picture", () => controller.Pictures.Latest.Count == 1);
                Stage.Equal(Path.GetDirectoryName(controller.Pictures.Latest[0].Path), other);
                Stage.Equal(controller.Problem, null);
            }
        }

        public static void Video()
        {
            foreach (bool combines in new[] { true, false })
            {
                using (Stage stage = new Stage(Stage.Body(change: body => body.CombinesCategories = combines)))
                {
                    Controller controller = stage.Controller;
                    stage.UntilLive();
                    controller.ToggleRecording();
                    stage.Until("recording", () => controller.Recorder.IsRecording && !controller.Recorder.IsBusy);
                    Stage.Check(controller.Connection.Camera.Recording.IsRecording, "the camera is not recording");
                    stage.Until("a second", () => controller.Recorder.Time == "00:01");
                    stage.UntilLive();
                    controller.ToggleRecording();
                    stage.Until("the end", () => !controller.Recorder.IsRecording && !controller.Recorder.IsBusy);
                    Stage.Check(!controller.Connection.Camera.Recording.IsRecording, "the camera is still recording");
                    Stage.Check(
                        controller.Connection.Camera.CommandCategories.HasFlag(CommandCategories.StillsShooting), "no pictures can be taken");
                    if (combines) { stage.Until("the file", () => stage.Files.Any(name => name.EndsWith(".AVI"))); }
                    Stage.Equal(controller.Problem, null);
                }
            }
        }

        public static void ARecordingThatTheCameraStartsIsShown()
        {
            CameraSimulator body = Stage.Body();
            using (Stage stage = new Stage(body))
            {
                stage.UntilLive();
                body.PressRecordButton();
                stage.Until("recording", () => stage.Controller.Recorder.IsRecording);
                body.PressRecordButton();
                stage.Until("the end", () => !stage.Controller.Recorder.IsRecording);
            }
        }

        public static void ACameraThatGoesWhileTheButtonIsHeld()
        {
            CameraSimulator body = Stage.Body();
            using (Stage stage = new Stage(body))
            {
                stage.UntilLive();
                stage.Controller.PressShutter();
                stage.Until("focus", () => stage.Controller.Shutter.Phase == ShutterPhase.InFocus);
                body.Unplug();
                stage.Until("away", () => stage.Controller.Connection.Phase == ConnectionPhase.Away);
                Stage.Equal(stage.Controller.Shutter.Phase, ShutterPhase.Idle);
                stage.Controller.ReleaseShutter(true);
                body.PlugIn();
                stage.UntilLive();
                stage.Controller.PressShutter();
                stage.Controller.ReleaseShutter(true);
                stage.Until("a picture", () => stage.Files.Count == 1);
            }
        }
    }
}
