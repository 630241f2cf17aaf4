using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>A picture or a video that was saved.</summary>
    public sealed class SavedPicture
    {
        internal SavedPicture(string path) { Path = path; }

        public string Path { get; private set; }

        public string Name { get { return System.IO.Path.GetFileName(Path); } }

        /// <summary>A small picture as JPEG; null if the camera has none, or before it has arrived.</summary>
        public byte[] Thumbnail { get; internal set; }
    }

    /// <summary>
    /// Saves what the camera makes, whether it is released here or at the camera, and keeps the last ones. Single-owner: for the thread of
    /// the window.
    /// </summary>
    public sealed class Pictures
    {
        /// <summary>Maximum number of pictures in the list.</summary>
        public const int Limit = 20;
        private readonly List<SavedPicture> latest = new List<SavedPicture>();
        private readonly Dictionary<string, ItemInfo> items = new Dictionary<string, ItemInfo>();
        private CancellationTokenSource stopping;
        private Task running = Task.CompletedTask;
        private Camera camera;

        public Pictures(string folder) { Folder = folder; }

        /// <summary>The list, a thumbnail or the folder changed.</summary>
        public event Action Changed;

        /// <summary>A file was saved completely.</summary>
        public event Action<SavedPicture> Saved;

        /// <summary>A file was not saved.</summary>
        public event Action<Problem> Failed;

        /// <summary>The folder for pictures and videos.</summary>
        public string Folder { get; private set; }

        /// <summary>The last pictures, the newest first.</summary>
        public IReadOnlyList<SavedPicture> Latest { get { return latest; } }

        /// <summary>Whether pictures are being saved now.</summary>
        public bool IsRunning { get { return stopping != null; } }

        /// <summary>Saves pictures in another folder from now on.</summary>
        public async Task SetFolderAsync(string folder)
        {
            Folder = folder;
            Camera used = camera;
            await StopAsync();
            Start(used);
            Notify();
        }

        /// <summary>Saves the pictures of a camera from now on.</summary>
        public void Start(Camera started)
        {
            if (started == null || IsRunning) { return; }
            camera = started;
            stopping = new CancellationTokenSource();
            running = Run(started, stopping);
        }

        /// <summary>Ends saving. A file that is being copied is completed first.</summary>
        public async Task StopAsync()
        {
            if (stopping != null) { stopping.Cancel(); }
            await running;
            camera = null;
        }

        /// <summary>Accepts a file that the camera has announced: its thumbnail is that of the camera.</summary>
        internal void Accept(ItemInfo item) { items[item.Name] = item; }

        private async Task Run(Camera used, CancellationTokenSource source)
        {
            TetherOptions options = new TetherOptions(Folder, FileNamePattern.Original, reconnects: false);
            try { using (TetherSummary summary = await used.TetherAsync(options, Accept, cancellationToken: source.Token)) { } }
            catch (OperationCanceledException) { }
            catch (CameraException.FileSystem exception) { Report(Problem.Of(exception)); }
            catch (CameraException)
            {
                // The connection has ended, which is reported elsewhere.
            }
            stopping = null;
            source.Dispose();
        }

        private void Accept(TetherEvent change)
        {
            TetherEvent.Saved saved = change as TetherEvent.Saved;
            TetherEvent.Failed failed = change as TetherEvent.Failed;
            if (saved != null) { Add(new SavedPicture(saved.Value.Path)); }
            if (failed != null)
            {
                Problem problem = Problem.Of(new CameraException(failed.Error));
                Report(new Problem(failed.Name + " was not saved: " + problem.Text, problem.Advice, problem.Remedy));
            }
        }

        private async void Add(SavedPicture picture)
        {
            latest.Insert(0, picture);
            if (latest.Count > Limit) { latest.RemoveAt(Limit); }
            if (Saved != null) { Saved(picture); }
            Notify();
            ItemInfo item;
            if (camera == null || !items.TryGetValue(picture.Name, out item)) { return; }
            items.Remove(picture.Name);
            picture.Thumbnail = await ReadThumbnail(camera, item);
            Notify();
        }

        private static async Task<byte[]> ReadThumbnail(Camera camera, ItemInfo info)
        {
            try { using (StoredItem item = camera.Item(info)) { return await item.ThumbnailAsync(); } }
            catch (LibraryException) { return null; }
        }

        private void Report(Problem problem)
        {
            if (Failed != null) { Failed(problem); }
        }

        private void Notify()
        {
            if (Changed != null) { Changed(); }
        }
    }
}
