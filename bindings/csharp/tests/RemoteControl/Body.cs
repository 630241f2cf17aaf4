using System;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace RemoteControl.Tests
{
    /// <summary>A simulated camera on the network of this computer: the command <c>hotshoe simulate</c>.</summary>
    public sealed class Body : IDisposable
    {
        private readonly Process process;
        private bool isOff;

        /// <param name="tool">the path of <c>hotshoe</c></param>
        /// <param name="personality">the body to simulate</param>
        /// <param name="port">its port; 0 for one that the system chooses</param>
        /// <param name="more">further options</param>
        public Body(string tool, string personality, int port = 0, string more = "")
        {
            ProcessStartInfo start = new ProcessStartInfo(
                tool, "simulate --personality " + personality + " --port " + port + " --queue --seconds 300 --picture-size 1200x800 --json " + more)
            {
                UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
            };
            start.EnvironmentVariables.Remove("LD_LIBRARY_PATH"); // the command has a library of its own
            process = Process.Start(start);
            process.ErrorDataReceived += delegate { };
            process.BeginErrorReadLine();
            string line = process.StandardOutput.ReadLine() ?? "";
            Match match = Regex.Match(line, "\"port\": *([0-9]+)");
            if (!match.Success) { throw new InvalidOperationException("the camera does not start: " + line); }
            Port = int.Parse(match.Groups[1].Value);
        }

        public int Port { get; private set; }

        public string Address { get { return "127.0.0.1:" + Port; } }

        /// <summary>Switches the camera off.</summary>
        public void Dispose()
        {
            if (isOff) { return; }
            isOff = true;
            if (!process.HasExited) { process.Kill(); }
            process.WaitForExit();
            process.Dispose();
        }
    }
}
