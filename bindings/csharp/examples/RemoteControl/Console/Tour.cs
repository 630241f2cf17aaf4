// The remote control without a window: a tour of what it does, which runs on mono and on .NET.
//
//     Tour [--folder FOLDER] [--simulated COUNT] [--address HOST[:PORT]]...
using System;
using System.Linq;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>Connects to the first camera, shows its settings and live view, and takes a picture.</summary>
    public sealed class Tour
    {
        private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
        private readonly Controller controller;
        private TaskCompletionSource<bool> changed = new TaskCompletionSource<bool>();
        private Problem shown;

        private Tour(Controller controller)
        {
            this.controller = controller;
            Action wake = () => changed.TrySetResult(true);
            controller.Cameras.Changed += wake;
            controller.Connection.Changed += wake;
            controller.StatusChanged += wake;
            controller.LiveView.Changed += wake;
            controller.Shutter.Changed += wake;
            controller.Recorder.Changed += wake;
            controller.Pictures.Changed += wake;
            controller.LiveView.Show = frame =>
            {
                wake();
                return Task.CompletedTask;
            };
            foreach (Setting setting in controller.Settings.All) { setting.Changed += wake; }
        }

        public static int Main(string[] arguments)
        {
            Options options;
            try { options = Options.Parse(arguments); }
            catch (ArgumentException exception)
            {
                Console.Error.WriteLine(exception.Message);
                return 64;
            }
            bool isComplete = false;
            EventLoop.Run(async loop =>
            {
                Controller controller = new Controller(options.Discover(), options.Folder);
                Tour tour = new Tour(controller);
                controller.Start(options.Addresses);
                isComplete = await tour.Run();
                await controller.CloseAsync();
            });
            return isComplete ? 0 : 1;
        }

        /// <summary>Waits until a condition holds. Returns false, and prints the reason, if there is a problem or the time is over.</summary>
        private async Task<bool> Until(string step, Func<bool> condition)
        {
            Task timeout = Task.Delay(Limit);
            while (!condition())
            {
                if (controller.Problem != null && controller.Problem != shown)
                {
                    shown = controller.Problem;
                    Console.WriteLine(step + ": " + shown);
                    if (controller.Connection.Chosen != null) { return false; }
                }
                changed = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
                if (await Task.WhenAny(changed.Task, timeout) == timeout)
                {
                    Console.WriteLine(step + ": not within " + Limit.TotalSeconds + " s; " + controller.Status);
                    return false;
                }
            }
            return true;
        }

        private async Task<bool> Run()
        {
            if (!await Until("search", () => controller.Cameras.Cameras.Count > 0)) { return false; }
            foreach (Camera camera in controller.Cameras.Cameras) { Console.WriteLine("found " + controller.Cameras.NameOf(camera)); }
            if (controller.Connection.Chosen == null) { controller.Connection.Choose(controller.Cameras.Cameras[0]); }
            if (!await Until("connection", () => controller.Connection.Camera != null)) { return false; }
            Console.WriteLine(controller.Connection.Text + ". " + controller.Settings.Supply);
            foreach (Setting setting in controller.Settings.All.Where(each => each.Exists))
            {
                Console.WriteLine("  {0,-14} {1,-20} {2} choices", setting.Title, setting.Value, setting.Choices.Count);
            }
            return await Set("ISO") && await Look() && await Shoot() && await Record();
        }

        /// <summary>Sets the next choice of a setting, and waits until the camera shows it.</summary>
        private async Task<bool> Set(string title)
        {
            Setting setting = controller.Settings[title];
            if (!setting.CanSet || setting.Choices.Count < 2) { return true; }
            int index = (setting.Index + 1) % setting.Choices.Count;
            string wanted = setting.Choices[index];
            Console.WriteLine(title + ": " + setting.Value + " → " + wanted);
            controller.Set(setting, index);
            if (!await Until(title, () => setting.Value == wanted && setting.Pending == null)) { return false; }
            Console.WriteLine(title + ": the camera shows " + wanted);
            return true;
        }

        private async Task<bool> Look()
        {
            if (!controller.Can(CameraCapabilities.LiveView)) { return true; }
            if (!await Until("live view", () => controller.LiveView.Frames >= 30)) { return false; }
            Console.WriteLine("live view: 30 frames");
            return true;
        }

        /// <summary>Presses the shutter button halfway, waits for the focus, takes a picture, and waits until it is saved.</summary>
        private async Task<bool> Shoot()
        {
            if (!controller.Can(CameraCapabilities.ShutterControl)) { return true; }
            controller.PressShutter();
            if (!await Until("focus", () => controller.Shutter.Phase == ShutterPhase.InFocus)) { return false; }
            Console.WriteLine("in focus");
            controller.ReleaseShutter(true);
            if (!await Until("picture", () => controller.Pictures.Latest.Count > 0)) { return false; }
            Console.WriteLine("saved " + controller.Pictures.Latest[0].Path);
            return await Until("shutter", () => controller.Shutter.Phase == ShutterPhase.Idle);
        }

        private async Task<bool> Record()
        {
            if (!controller.Can(CameraCapabilities.VideoRecording)) { return true; }
            controller.ToggleRecording();
            if (!await Until("video", () => controller.Recorder.IsRecording && controller.Recorder.Time != "00:00")) { return false; }
            controller.ToggleRecording();
            if (!await Until("video", () => !controller.Recorder.IsRecording && !controller.Recorder.IsBusy)) { return false; }
            Console.WriteLine("recorded a video of " + controller.Recorder.Time);
            return true;
        }
    }
}
