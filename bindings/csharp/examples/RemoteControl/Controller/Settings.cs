using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl
{
    /// <summary>A setting: its value, the values that it can have now, and one that was set and is not confirmed yet.</summary>
    public sealed class Setting
    {
        private IReadOnlyList<PropertyValue> values = new PropertyValue[0];

        internal Setting(string title, PropertyIdentifier identifier, bool isOfVideo = false)
        {
            Title = title;
            Identifier = identifier;
            IsOfVideo = isOfVideo;
            Show(null);
        }

        public event Action Changed;

        /// <summary>The name, which no other setting has.</summary>
        public string Title { get; private set; }

        /// <summary>Whether it is one of videos; the others are those of pictures.</summary>
        public bool IsOfVideo { get; private set; }

        public PropertyIdentifier Identifier { get; private set; }

        /// <summary>The value that the camera shows; null if it has none.</summary>
        public string Value { get; private set; }

        /// <summary>The value that was set, until the camera shows or refuses it; otherwise null.</summary>
        public string Pending { get; private set; }

        /// <summary>The values that the camera accepts now.</summary>
        public IReadOnlyList<string> Choices { get; private set; }

        /// <summary>The index of the pending value among the choices, or that of the present one; -1 if it is none of them.</summary>
        public int Index { get; private set; }

        /// <summary>Whether the user can choose a value now.</summary>
        public bool CanSet { get; private set; }

        /// <summary>Whether the camera has this setting.</summary>
        public bool Exists { get { return Value != null || CanSet; } }

        internal PropertyValue this[int index] { get { return values[index]; } }

        /// <summary>Accepts a state; null if no camera is connected.</summary>
        internal void Show(PropertyState state)
        {
            values = state == null ? new PropertyValue[0] : state.Settable.Values;
            Choices = values.Select(value => value.Label).ToList();
            Value = state == null || state.Value == null ? null : state.Value.Label;
            Pending = state == null || state.Pending == null ? null : state.Pending.Label;
            PropertyValue effective = state == null ? null : state.EffectiveValue;
            Index = effective == null ? -1 : values.ToList().FindIndex(value => value.Matches(effective));
            CanSet = values.Count > 0 && (state.Settable.Types.HasFlag(PropertySetTypes.Enumeration)
                || state.Settable.Types.HasFlag(PropertySetTypes.Stepping));
            if (Changed != null) { Changed(); }
        }
    }

    /// <summary>The settings of the connected camera. Single-owner: for the thread of the window.</summary>
    public sealed class Settings
    {
        private Camera camera;

        public Settings()
        {
            All = new[]
            {
                new Setting("Mode", new PropertyIdentifier.ExposureMode()),
                new Setting("Aperture", new PropertyIdentifier.Aperture()),
                new Setting("Shutter speed", new PropertyIdentifier.ShutterSpeed()),
                new Setting("ISO", new PropertyIdentifier.IsoSpeed()),
                new Setting("Compensation", new PropertyIdentifier.ExposureCompensation()),
                new Setting("White balance", new PropertyIdentifier.WhiteBalance()),
                new Setting("Drive", new PropertyIdentifier.DriveMode()),
                new Setting("Focus", new PropertyIdentifier.FocusMode()),
                new Setting("Quality", new PropertyIdentifier.ImageQuality()),
                new Setting("Video aperture", new PropertyIdentifier.VideoAperture(), true),
                new Setting("Video shutter speed", new PropertyIdentifier.VideoShutterSpeed(), true),
                new Setting("Video ISO", new PropertyIdentifier.VideoIsoSpeed(), true),
                new Setting("Video compensation", new PropertyIdentifier.VideoExposureCompensation(), true),
                new Setting("Video format", new PropertyIdentifier.VideoFormat(), true),
            };
        }

        public IReadOnlyList<Setting> All { get; private set; }

        /// <summary>The setting with this title.</summary>
        public Setting this[string title] { get { return All.First(each => each.Title == title); } }

        /// <summary>The charge and the number of pictures for which there is space, in words; empty if neither is known.</summary>
        public string Supply { get; private set; } = "";

        /// <summary>Sets one of the choices. Returns when the camera has accepted it; it is pending until the camera shows it.</summary>
        public async Task SetAsync(Setting setting, int index)
        {
            Camera used = camera;
            if (used == null || index < 0 || index >= setting.Choices.Count) { return; }
            using (Property property = used.Property(setting.Identifier))
            {
                try { await property.SetAsync(setting[index]); }
                finally { Refresh(setting); }
            }
        }

        /// <summary>Shows the settings of a camera; null for none.</summary>
        internal void Show(Camera shown)
        {
            camera = shown;
            foreach (Setting setting in All) { Refresh(setting); }
            RefreshSupply();
        }

        internal void Accept(PropertyChange change)
        {
            Setting setting = All.FirstOrDefault(each => each.Identifier == change.Identifier);
            if (setting != null) { setting.Show(change.New); }
            RefreshSupply();
        }

        private void Refresh(Setting setting)
        {
            if (camera == null) { setting.Show(null); }
            else { using (Property property = camera.Property(setting.Identifier)) { setting.Show(property.State); } }
        }

        private void RefreshSupply()
        {
            List<string> parts = new List<string>();
            if (camera != null)
            {
                using (Property battery = camera.Property(new PropertyIdentifier.BatteryLevel()))
                using (Property shots = camera.Property(new PropertyIdentifier.ShotsAvailable()))
                {
                    if (battery.Value != null) { parts.Add("Battery " + battery.Value.Label); }
                    if (shots.Value != null) { parts.Add(shots.Value.Label + " pictures left"); }
                }
            }
            Supply = string.Join("   ·   ", parts);
        }
    }
}
