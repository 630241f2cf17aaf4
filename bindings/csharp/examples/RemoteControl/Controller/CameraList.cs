using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>The cameras that are found. Single-owner: for the thread of the window.</summary>
    public sealed class CameraList
    {
        private readonly CameraDiscovery discovery;
        private readonly Subscription changes;
        private readonly List<CameraAddress> addressed = new List<CameraAddress>();
        private readonly List<TaskCompletionSource<bool>> waiting = new List<TaskCompletionSource<bool>>();
        private List<Camera> cameras = new List<Camera>();

        public CameraList(CameraDiscovery discovery)
        {
            this.discovery = discovery;
            changes = discovery.Observe(Accept);
        }

        /// <summary>The list changed.</summary>
        public event Action Changed;

        /// <summary>A way to find cameras does not work, such as the one for the network.</summary>
        public event Action<Problem> Failed;

        /// <summary>The cameras in the order in which they were found.</summary>
        public IReadOnlyList<Camera> Cameras { get { return cameras; } }

        /// <summary>The name of a camera, with its serial number if other cameras have the same name.</summary>
        public string NameOf(Camera camera)
        {
            string name = camera.DisplayName;
            if (cameras.Count(each => each.DisplayName == name) < 2) { return name; }
            return name + " (" + (camera.Description.SerialNumber ?? (cameras.IndexOf(camera) + 1).ToString()) + ")";
        }

        /// <summary>Adds a camera that does not announce itself.</summary>
        public async Task<Camera> AddAsync(CameraAddress address)
        {
            Camera camera = await discovery.CameraAtAsync(address);
            addressed.Add(address);
            cameras.RemoveAll(each => Equals(each.Description.Address, address));
            Add(camera);
            return camera;
        }

        /// <summary>Waits for the end of the first search.</summary>
        public Task WaitForFirstSearchAsync(TimeSpan limit) { return discovery.WaitForFirstSearchAsync(limit); }

        /// <summary>Returns the camera with this identifier, when it is found.</summary>
        public async Task<Camera> FindAsync(CameraIdentifier identifier, CancellationToken cancellation)
        {
            while (true)
            {
                Camera camera = cameras.Find(each => Equals(each.Identifier, identifier));
                if (camera != null) { return camera; }
                TaskCompletionSource<bool> change = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
                waiting.Add(change);
                using (cancellation.Register(() => change.TrySetCanceled())) { await change.Task; }
            }
        }

        public void Close()
        {
            changes.Cancel();
            changes.Dispose();
            discovery.Stop();
        }

        private void Accept(DiscoveryChange change)
        {
            DiscoveryChange.Found found = change as DiscoveryChange.Found;
            DiscoveryChange.Lost lost = change as DiscoveryChange.Lost;
            DiscoveryChange.ProviderFailed failed = change as DiscoveryChange.ProviderFailed;
            if (found != null && !addressed.Contains(found.Value.Description.Address)) { Add(found.Value); }
            if (lost != null) { Remove(lost.Camera); }
            if (failed != null && Failed != null) { Failed(new Problem(failed.Value.Error.Message)); }
        }

        private void Add(Camera camera)
        {
            cameras = cameras.Where(each => !Equals(each.Identifier, camera.Identifier)).Concat(new[] { camera }).ToList();
            Notify();
        }

        private void Remove(Camera camera)
        {
            cameras = cameras.Where(each => !Equals(each.Identifier, camera.Identifier)).ToList();
            Notify();
        }

        private void Notify()
        {
            List<TaskCompletionSource<bool>> notified = waiting.ToList();
            waiting.Clear();
            foreach (TaskCompletionSource<bool> each in notified) { each.TrySetResult(true); }
            if (Changed != null) { Changed(); }
        }
    }
}
