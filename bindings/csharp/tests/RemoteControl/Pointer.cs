using System;
using System.Runtime.InteropServices;

namespace RemoteControl.Tests
{
    /// <summary>The pointer of the display, moved and pressed by the server's test extension, as if a user did.</summary>
    public sealed class Pointer
    {
        private readonly IntPtr display = XOpenDisplay(null);

        public Pointer()
        {
            if (display == IntPtr.Zero) { throw new InvalidOperationException("there is no display"); }
        }

        /// <summary>Moves the pointer to a position on the screen.</summary>
        public void Move(int x, int y)
        {
            XTestFakeMotionEvent(display, -1, x, y, UIntPtr.Zero);
            XFlush(display);
        }

        /// <summary>Presses the first button, or releases it.</summary>
        public void Press(bool isPressed)
        {
            XTestFakeButtonEvent(display, 1, isPressed ? 1 : 0, UIntPtr.Zero);
            XFlush(display);
        }

        [DllImport("libX11.so.6")]
        private static extern IntPtr XOpenDisplay(string name);

        [DllImport("libX11.so.6")]
        private static extern int XFlush(IntPtr display);

        [DllImport("libXtst.so.6")]
        private static extern int XTestFakeMotionEvent(IntPtr display, int screen, int x, int y, UIntPtr delay);

        [DllImport("libXtst.so.6")]
        private static extern int XTestFakeButtonEvent(IntPtr display, uint button, int isPressed, UIntPtr delay);
    }
}
