// A remote control in a window: finds cameras, shows the live view and the settings of one, takes pictures and saves them.
//
//     RemoteControl [--folder FOLDER] [--simulated COUNT] [--address HOST[:PORT]]...
//
// It needs GTK 3 (Debian: libgtk3.0-cil). Click the picture to focus there. Hold the button to focus, release it to take the picture.
using System;
using System.Threading;

namespace RemoteControl
{
    public static class Program
    {
        public static int Main(string[] arguments)
        {
            Options options;
            try { options = Options.Parse(arguments); }
            catch (ArgumentException exception)
            {
                Console.Error.WriteLine(exception.Message);
                return 64;
            }
            Gtk.Application.Init();
            Look.Apply();
            GtkContext context = new GtkContext();
            SynchronizationContext.SetSynchronizationContext(context);
            Controller controller = new Controller(options.Discover(), options.Folder);
            MainWindow window = new MainWindow(controller);
            window.Closed += Gtk.Application.Quit;
            Console.CancelKeyPress += (sender, pressed) =>
            {
                pressed.Cancel = true;
                context.Post(state => window.Close(), null);
            };
            window.Open();
            controller.Start(options.Addresses);
            Gtk.Application.Run();
            return 0;
        }
    }
}
