using System;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>
    /// The remote control without its window: everything that it shows and does. Created and used on one thread, which has a
    /// <see cref="System.Threading.SynchronizationContext"/>; its events are raised there, and nothing waits there.
    /// </summary>
    public sealed class Controller
    {
        private static readonly TimeSpan FirstSearch = TimeSpan.FromSeconds(3);
        private readonly CameraDiscovery discovery;
        private bool isSearching;
        private bool hasSearched;
        private bool isClosing;

        /// <param name="discovery">finds cameras; the controller owns it</param>
        /// <param name="folder">the folder for pictures and videos</param>
        /// <param name="pause">the time after which a failed connection is repeated; null for a second</param>
        public Controller(CameraDiscovery discovery, string folder, TimeSpan? pause = null)
        {
            this.discovery = discovery;
            Cameras = new CameraList(discovery);
            Connection = new Connection(Cameras, pause ?? TimeSpan.FromSeconds(1));
            Settings = new Settings();
            LiveView = new LiveView();
            Shutter = new Shutter();
            Recorder = new Recorder();
            Pictures = new Pictures(folder);
            Viewer = new Viewer(Pictures);
            Cameras.Changed += ChooseOnlyCamera;
            Cameras.Failed += problem => { if (isSearching && Connection.Chosen == null) { Report(problem); } };
            Connection.Changed += ShowConnection;
            Connection.Failed += Report;
            Connection.Happened += Accept;
            Pictures.Failed += Report;
            Pictures.Saved += picture => Tell("Saved " + picture.Path);
        }

        /// <summary>The status or the problem changed.</summary>
        public event Action StatusChanged;

        /// <summary>The capabilities of the camera changed.</summary>
        public event Action CapabilitiesChanged;

        public CameraList Cameras { get; private set; }

        public Connection Connection { get; private set; }

        public Settings Settings { get; private set; }

        public LiveView LiveView { get; private set; }

        public Shutter Shutter { get; private set; }

        public Recorder Recorder { get; private set; }

        public Pictures Pictures { get; private set; }

        public Viewer Viewer { get; private set; }

        /// <summary>The last thing that was done.</summary>
        public string Status { get; private set; } = "";

        /// <summary>The problem that is displayed; null for none.</summary>
        public Problem Problem { get; private set; }

        /// <summary>Whether the connected camera can do something.</summary>
        public bool Can(CameraCapabilities capability)
        {
            return Connection.Camera != null && Connection.Camera.Capabilities.HasFlag(capability);
        }

        /// <summary>Connects to the cameras at addresses; without any, to the only camera that is found.</summary>
        public void Start(params CameraAddress[] addresses)
        {
            isSearching = addresses.Length == 0;
            Run(isSearching ? Search() : AddAll(addresses));
        }

        /// <summary>Sets one of a setting's choices.</summary>
        public void Set(Setting setting, int index) { Run(Settings.SetAsync(setting, index)); }

        /// <summary>Presses the shutter button halfway.</summary>
        public void PressShutter()
        {
            Dismiss();
            Run(Shutter.PressAsync(Connection.Camera));
        }

        /// <summary>Releases the shutter button, and takes a picture.</summary>
        public void ReleaseShutter(bool takesPicture)
        {
            Pictures.Start(Connection.Camera); // unless it is running
            Run(Shutter.ReleaseAsync(Connection.Camera, takesPicture));
        }

        /// <summary>Starts or stops a recording.</summary>
        public void ToggleRecording()
        {
            Dismiss();
            Run(Recorder.ToggleAsync(Connection.Camera));
        }

        /// <summary>Focuses at a point in the coordinates of the frames.</summary>
        public void Focus(Point point)
        {
            if (Connection.Camera == null || !LiveView.IsRunning) { return; }
            Dismiss();
            Run(LiveView.FocusAsync(point));
        }

        /// <summary>Moves the focus.</summary>
        public void DriveFocus(FocusStepDirection direction, FocusStepAmount amount)
        {
            if (Connection.Camera == null) { return; }
            Dismiss();
            Run(Connection.Camera.DriveFocusAsync(new FocusStep(direction, amount)));
        }

        /// <summary>Starts live view again after it has ended.</summary>
        public void StartLiveView()
        {
            Dismiss();
            LiveView.Start(Connection.Camera);
        }

        /// <summary>Connects again after a failure.</summary>
        public void ConnectAgain()
        {
            if (Connection.Chosen == null) { return; }
            Dismiss();
            Connection.Choose(Connection.Chosen);
        }

        public void SetFolder(string folder)
        {
            Dismiss();
            Run(Pictures.SetFolderAsync(folder));
        }

        /// <summary>Removes the problem from the display.</summary>
        public void Dismiss()
        {
            if (Problem == null) { return; }
            Problem = null;
            Notify();
        }

        /// <summary>Disconnects, and ends the search. A picture that is being saved is completed first.</summary>
        public async Task CloseAsync()
        {
            if (isClosing) { return; }
            isClosing = true;
            await LiveView.StopAsync("Disconnecting …");
            await Pictures.StopAsync();
            Cameras.Close();
            await Connection.CloseAsync();
            discovery.Dispose();
        }

        /// <summary>Shows a failure.</summary>
        public void Report(Problem problem)
        {
            Problem = problem;
            Notify();
        }

        private async Task AddAll(CameraAddress[] addresses)
        {
            foreach (CameraAddress address in addresses)
            {
                Camera camera = await Cameras.AddAsync(address);
                if (Connection.Chosen == null && !isClosing) { Connection.Choose(camera); }
            }
        }

        private async Task Search()
        {
            await Cameras.WaitForFirstSearchAsync(FirstSearch);
            hasSearched = true;
            ChooseOnlyCamera();
        }

        private void ChooseOnlyCamera()
        {
            if (!hasSearched || isClosing || Connection.Chosen != null) { return; }
            // The discovery may have found others, whose events arrive later.
            if (Cameras.Cameras.Count == 1 && discovery.Cameras.Count == 1) { Connection.Choose(Cameras.Cameras[0]); }
        }

        private void ShowConnection()
        {
            Camera camera = isClosing ? null : Connection.Camera;
            Tell(Connection.Text);
            Settings.Show(camera);
            Recorder.Show(camera);
            if (camera != null)
            {
                Dismiss();
                LiveView.Start(camera);
                Pictures.Start(camera);
            }
            else
            {
                Shutter.Reset();
                Run(LiveView.StopAsync(Connection.Text));
                Run(Pictures.StopAsync());
            }
            if (CapabilitiesChanged != null) { CapabilitiesChanged(); }
        }

        private void Accept(CameraEvent change)
        {
            CameraEvent.Property property = change as CameraEvent.Property;
            CameraEvent.ItemAdded added = change as CameraEvent.ItemAdded;
            CameraEvent.Notice notice = change as CameraEvent.Notice;
            if (property != null) { Settings.Accept(property.Value); }
            if (added != null) { Pictures.Accept(added.Value); }
            if (notice != null) { Tell(notice.Value); }
            if (change is CameraEvent.Recording) { Recorder.Show(Connection.Camera); }
            if (change is CameraEvent.Capabilities)
            {
                if (!LiveView.IsRunning && !LiveView.CanStart) { LiveView.Start(Connection.Camera); }
                if (CapabilitiesChanged != null) { CapabilitiesChanged(); }
            }
        }

        /// <summary>Reports the failure of a task.</summary>
        private async void Run(Task task)
        {
            try { await task; }
            catch (OperationCanceledException) { }
            catch (CameraException.ConnectionLost) { }  // these two are reported by the connection
            catch (CameraException.NotConnected) { }
            catch (LibraryException exception) { Report(Problem.Of(exception)); }
        }

        private void Tell(string status)
        {
            Status = status;
            Notify();
        }

        private void Notify()
        {
            if (StatusChanged != null) { StatusChanged(); }
        }
    }
}
