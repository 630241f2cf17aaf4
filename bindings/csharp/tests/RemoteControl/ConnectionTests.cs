using System;
using System.Linq;
using HotShoe;

namespace RemoteControl.Tests
{
    public static class ConnectionTests
    {
        public static void TheOnlyCameraIsConnected()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                Controller controller = stage.Controller;
                Stage.Equal(controller.Status, "");
                stage.UntilLive();
                Stage.Equal(controller.Cameras.Cameras.Count, 1);
                Stage.Equal(controller.Connection.Text, "Connected to Simulated Camera");
                Stage.Equal(controller.Status, controller.Connection.Text);
                Stage.Check(controller.Settings.Supply.StartsWith("Battery full"), controller.Settings.Supply);
            }
        }

        public static void OneOfSeveralCamerasIsChosen()
        {
            using (Stage stage = new Stage(Stage.Body(1), Stage.Body(2)))
            {
                Controller controller = stage.Controller;
                stage.Until("two cameras", () => controller.Cameras.Cameras.Count == 2);
                Stage.Equal(controller.Cameras.NameOf(controller.Cameras.Cameras[0]), "Simulated Camera (TEST-1)");
                Camera first = controller.Cameras.Cameras[0], second = controller.Cameras.Cameras[1];
                Stage.Equal(controller.Connection.Chosen, null);
                controller.Connection.Choose(first);
                stage.UntilLive();
                controller.Connection.Choose(second);
                stage.Until("the second", () => controller.Connection.Camera == second);
                Stage.Check(!first.ConnectionState.IsConnected, "the first is still connected");
                stage.UntilLive();
                controller.Connection.Choose(first);
                controller.Connection.Choose(second);
                controller.Connection.Choose(first);
                stage.Until("the first", () => controller.Connection.Camera == first);
                Stage.Check(!second.ConnectionState.IsConnected, "the second is still connected");
            }
        }

        public static void CamerasComeAndGo()
        {
            CameraSimulator second = Stage.Body(2);
            using (Stage stage = new Stage(Stage.Body(1), second))
            {
                Controller controller = stage.Controller;
                stage.Until("two cameras", () => controller.Cameras.Cameras.Count == 2);
                second.Unplug();
                stage.Until("one camera", () => controller.Cameras.Cameras.Count == 1);
                Stage.Equal(controller.Cameras.NameOf(controller.Cameras.Cameras[0]), "Simulated Camera");
                second.PlugIn();
                stage.Until("two cameras again", () => controller.Cameras.Cameras.Count == 2);
            }
        }

        public static void ACameraThatWasAwayIsConnectedAgain()
        {
            CameraSimulator body = Stage.Body();
            using (Stage stage = new Stage(body))
            {
                Controller controller = stage.Controller;
                stage.UntilLive();
                for (int turn = 0; turn < 3; turn++)
                {
                    body.Unplug();
                    stage.Until("away", () => controller.Connection.Phase == ConnectionPhase.Away);
                    stage.UntilProblem("connected again as soon as it is back");
                    Stage.Check(!controller.Settings["ISO"].Exists, "the settings are those of a camera that is away");
                    Stage.Check(!controller.Can(CameraCapabilities.ShutterControl), "the shutter can be used");
                    stage.Until("no live view", () => !controller.LiveView.IsRunning);
                    body.PlugIn();
                    stage.UntilLive();
                    Stage.Equal(controller.Problem, null);
                    Stage.Check(controller.Settings["ISO"].Exists, "the settings are missing");
                }
            }
        }

        public static void AFailedAttemptIsRepeated()
        {
            using (Stage stage = new Stage(Stage.Body(change: body => body.Faults = new[] { SimulatedFault.Make("busy@connect*2") })))
            {
                int problems = 0;
                stage.Controller.Connection.Failed += problem => problems++;
                stage.UntilLive();
                Stage.Equal(problems, 2);
            }
        }

        public static void AFailureThatTheUserMustRemoveIsNotRepeated()
        {
            using (Stage stage = new Stage(Stage.Body(change: body => body.Faults = new[] { SimulatedFault.Make("fail=pairing-required@connect") })))
            {
                Controller controller = stage.Controller;
                stage.Until("a failure", () => controller.Connection.Phase == ConnectionPhase.Failed);
                Stage.Equal(controller.Problem.Remedy, Remedy.Connect);
                Stage.Check(controller.LiveView.Text.Contains("is not connected"), controller.LiveView.Text);
                controller.ConnectAgain();
                stage.UntilLive();
                Stage.Equal(controller.Problem, null);
            }
        }

        public static void ACodeIsAskedForUntilItIsRight()
        {
            CameraSimulatorAuthentication code = new CameraSimulatorAuthentication.NumericCode("1234");
            using (Stage stage = new Stage(Stage.Body(change: body => body.Authentication = code)))
            {
                int asked = 0;
                stage.Controller.Connection.Asked += request =>
                {
                    using (request)
                    {
                        Stage.Equal(request.IsRetry, asked > 0);
                        request.Respond(new AuthenticationRequestResponse.NumericCode(++asked < 2 ? "0000" : "1234"));
                    }
                };
                stage.UntilConnected();
                Stage.Equal(asked, 2);
            }
        }

        public static void ACancelledAuthenticationEndsTheAttempt()
        {
            CameraSimulatorAuthentication code = new CameraSimulatorAuthentication.NumericCode("1234");
            using (Stage stage = new Stage(Stage.Body(change: body => body.Authentication = code)))
            {
                stage.Controller.Connection.Asked += request => { using (request) { request.Cancel(); } };
                stage.Until("a failure", () => stage.Controller.Connection.Phase == ConnectionPhase.Failed);
            }
        }

        public static void ClosingDisconnects()
        {
            Camera camera;
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                camera = stage.Controller.Connection.Camera;
                stage.Controller.PressShutter();
                stage.Controller.ReleaseShutter(true);
            }
            Stage.Check(!camera.ConnectionState.IsConnected, "the camera is connected");
            Stage.Check(((ConnectionState.NotConnected)camera.ConnectionState).Value.IsExpected, "the end was not expected");
        }

        public static void Addresses()
        {
            Options options = Options.Parse(new[] { "--address", "[::1]:15740", "--address", "camera", "--address", "10.0.0.1:1", "--folder", "x" });
            string texts = string.Join(" ", options.Addresses.Select(each => ((CameraAddress.Network)each).Host + "|" + ((CameraAddress.Network)each).Port));
            Stage.Equal(texts, "::1|15740 camera| 10.0.0.1|1");
            Stage.Equal(options.Folder, "x");
            foreach (string[] wrong in new[] { new[] { "--address", "host:x" }, new[] { "--nothing", "1" }, new[] { "--folder" }, new[] { "--simulated", "-1" } })
            {
                try { Options.Parse(wrong); }
                catch (ArgumentException) { continue; }
                throw new ExpectationException(string.Join(" ", wrong) + " was accepted");
            }
        }
    }
}
