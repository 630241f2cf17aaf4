using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl.Tests
{
    /// <summary>A failed expectation.</summary>
    public sealed class ExpectationException : Exception
    {
        public ExpectationException(string message) : base(message) { }
    }

    /// <summary>The controller with simulated cameras in this process, in a loop without a window.</summary>
    public sealed class Stage : IDisposable
    {
        private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
        private readonly EventLoop loop = new EventLoop();
        private readonly List<CameraSimulator> bodies;

        public Stage(params CameraSimulator[] bodies)
        {
            this.bodies = bodies.ToList();
            SynchronizationContext.SetSynchronizationContext(loop);
            Folder = Path.Combine(Path.GetTempPath(), "remote-control-" + Guid.NewGuid().ToString("N").Substring(0, 8));
            Directory.CreateDirectory(Folder);
            using (SimulatedCameraProvider provider = new SimulatedCameraProvider(bodies))
            {
                CameraDiscovery discovery = new CameraDiscovery("Test", new ICameraProvider[] { provider });
                Controller = new Controller(discovery, Folder, TimeSpan.FromMilliseconds(20));
            }
            Controller.LiveView.Show = frame => Task.CompletedTask;
            Controller.Start();
        }

        public string Folder { get; private set; }

        public Controller Controller { get; private set; }

        /// <summary>The names of the files in the folder.</summary>
        public List<string> Files { get { return Directory.GetFiles(Folder).Select(Path.GetFileName).OrderBy(name => name).ToList(); } }

        /// <summary>A simulated camera with small pictures.</summary>
        public static CameraSimulator Body(int number = 1, Action<CameraSimulatorConfiguration> change = null)
        {
            using (CameraSimulatorConfiguration configuration = new CameraSimulatorConfiguration("TEST-" + number))
            {
                configuration.PictureSize = new PixelSize(1200, 800);
                if (change != null) { change(configuration); }
                return new CameraSimulator(configuration);
            }
        }

        public static void Check(bool condition, string what)
        {
            if (!condition) { throw new ExpectationException(what); }
        }

        public static void Equal<T>(T actual, T expected)
        {
            if (!Equals(actual, expected)) { throw new ExpectationException("is " + actual + ", expected " + expected); }
        }

        /// <summary>Runs the loop until a condition holds.</summary>
        public void Until(string what, Func<bool> condition)
        {
            if (!loop.Until(condition, Limit))
            {
                throw new ExpectationException("not in time: " + what + "; " + Controller.Status + "; " + Controller.Problem);
            }
        }

        public void UntilConnected() { Until("connected", () => Controller.Connection.Camera != null); }

        /// <summary>Waits for a connection, and for new frames of live view.</summary>
        public void UntilLive(int frames = 3)
        {
            long wanted = Controller.LiveView.Frames + frames;
            Until("live view", () => Controller.LiveView.Frames >= wanted);
        }

        /// <summary>Waits for a problem whose text or advice contains a word.</summary>
        public void UntilProblem(string word)
        {
            Until("a problem with " + word, () => Controller.Problem != null && Controller.Problem.ToString().Contains(word));
        }

        public void UntilIdle() { Until("the shutter is idle", () => Controller.Shutter.Phase == ShutterPhase.Idle); }

        public void Inject(string fault) { bodies[0].Inject(SimulatedFault.Make(fault)); }

        /// <summary>Chooses a value of a setting by its label.</summary>
        public void Set(string title, string label)
        {
            Setting setting = Controller.Settings[title];
            int index = setting.Choices.ToList().IndexOf(label);
            Check(index >= 0, title + " has no choice " + label + ": " + string.Join(", ", setting.Choices));
            Controller.Set(setting, index);
        }

        public void Dispose()
        {
            Task closing = Controller.CloseAsync();
            Until("closed", () => closing.IsCompleted);
            closing.GetAwaiter().GetResult();
            SynchronizationContext.SetSynchronizationContext(null);
            foreach (CameraSimulator body in bodies) { body.Dispose(); }
            Directory.Delete(Folder, true);
        }
    }
}
