using System;
using System.Collections.Generic;
using System.Linq;

namespace RemoteControl
{
    /// <summary>The saved picture that is displayed large, if there is one. Single-owner: for the thread of the window.</summary>
    public sealed class Viewer
    {
        private readonly Pictures pictures;

        public Viewer(Pictures pictures)
        {
            this.pictures = pictures;
            pictures.Changed += Notify;
        }

        /// <summary>Another picture is displayed, or its neighbours or its thumbnail changed.</summary>
        public event Action Changed;

        /// <summary>The displayed picture; null for none.</summary>
        public SavedPicture Shown { get; private set; }

        /// <summary>Displays a picture.</summary>
        public void Show(SavedPicture picture)
        {
            Shown = picture;
            Notify();
        }

        /// <summary>Displays no picture.</summary>
        public void Close() { Show(null); }

        /// <summary>Whether there is an older picture (1), or a newer one (-1).</summary>
        public bool CanGo(int step) { return Neighbour(step) != null; }

        /// <summary>Displays the next older picture (1), or the next newer one (-1), if there is one.</summary>
        public void Go(int step)
        {
            SavedPicture next = Neighbour(step);
            if (next != null) { Show(next); }
        }

        private SavedPicture Neighbour(int step)
        {
            List<SavedPicture> latest = pictures.Latest.ToList();
            int index = Shown == null ? -1 : latest.IndexOf(Shown);
            // A picture that has left the list has none but the oldest of the list.
            if (Shown != null && index < 0) { index = latest.Count; }
            int wanted = index + step;
            return Shown != null && wanted >= 0 && wanted < latest.Count ? latest[wanted] : null;
        }

        private void Notify()
        {
            if (Changed != null) { Changed(); }
        }
    }
}
