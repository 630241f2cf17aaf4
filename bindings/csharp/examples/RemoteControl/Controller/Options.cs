using System;
using System.Collections.Generic;
using System.Linq;
using HotShoe;

namespace RemoteControl
{
    /// <summary>The options of the program.</summary>
    public sealed class Options
    {
        public const string Usage =
            "usage: RemoteControl [--folder FOLDER] [--simulated COUNT] [--address HOST[:PORT]]...\n" +
            "  --folder FOLDER         where pictures and videos are saved (default: the current folder)\n" +
            "  --simulated COUNT       use simulated cameras instead of real ones\n" +
            "  --address HOST[:PORT]   a camera that does not announce itself";

        private readonly List<CameraAddress> addresses = new List<CameraAddress>();

        public string Folder { get; private set; } = ".";

        /// <summary>The number of simulated cameras; null for real cameras.</summary>
        public int? Simulated { get; private set; }

        public CameraAddress[] Addresses { get { return addresses.ToArray(); } }

        /// <summary>Parses the arguments of the program. Throws <see cref="ArgumentException"/>.</summary>
        public static Options Parse(string[] arguments)
        {
            Options options = new Options();
            for (int index = 0; index < arguments.Length; index += 2)
            {
                if (index + 1 == arguments.Length) { throw new ArgumentException(arguments[index] + " has no value\n" + Usage); }
                options.Accept(arguments[index], arguments[index + 1]);
            }
            return options;
        }

        /// <summary>Makes a discovery of real cameras, or of simulated ones.</summary>
        public CameraDiscovery Discover()
        {
            const string name = "Remote control";
            if (Simulated == null)
            {
                return addresses.Count == 0 ? new CameraDiscovery(name)
                    : new CameraDiscovery(name, new ICameraProvider[] { new NetworkCameraProvider(name) });
            }
            List<CameraSimulator> bodies = new List<CameraSimulator>();
            for (int number = 1; number <= Simulated; number++)
            {
                using (CameraSimulatorConfiguration body = new CameraSimulatorConfiguration("SIM-" + number.ToString("D4")))
                {
                    bodies.Add(new CameraSimulator(body));
                }
            }
            return new CameraDiscovery(name, new ICameraProvider[] { new SimulatedCameraProvider(bodies) });
        }

        private void Accept(string name, string value)
        {
            ushort number;
            switch (name)
            {
                case "--folder":
                    Folder = value;
                    return;
                case "--simulated":
                    if (!ushort.TryParse(value, out number)) { throw new ArgumentException("--simulated needs a number\n" + Usage); }
                    Simulated = number;
                    return;
                case "--address":
                    addresses.Add(ParseAddress(value));
                    return;
                default: throw new ArgumentException("there is no option " + name + "\n" + Usage);
            }
        }

        /// <summary>Parses HOST[:PORT]. HOST may be an IPv6 address in brackets.</summary>
        private static CameraAddress ParseAddress(string text)
        {
            int colon = text.EndsWith("]") ? -1 : text.LastIndexOf(':');
            ushort port = 0;
            if (colon >= 0 && !ushort.TryParse(text.Substring(colon + 1), out port))
            {
                throw new ArgumentException(text + " is not HOST[:PORT]\n" + Usage);
            }
            string host = (colon >= 0 ? text.Substring(0, colon) : text).Trim('[', ']');
            return new CameraAddress.Network(host, colon >= 0 ? port : (ushort?)null);
        }
    }
}
