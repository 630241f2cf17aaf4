using System;
using System.Runtime.InteropServices;
using System.Threading;
using Cairo;

namespace RemoteControl
{
    /// <summary>Decodes JPEG into surfaces of Cairo, by the library that HotShoe itself uses. Thread-safe.</summary>
    public static unsafe class Jpeg
    {
        private const string Library = "libturbojpeg.so.0";
        private const int BlueGreenRed = 3;
        // Each thread has a decoder, which is kept.
        private static readonly ThreadLocal<IntPtr> Decoder = new ThreadLocal<IntPtr>(tjInitDecompress);

        /// <summary>Decodes a picture.</summary>
        /// <param name="data">the JPEG</param>
        /// <param name="reuse">a surface of an earlier call, which is used again if it has the right size, and disposed otherwise; or null</param>
        /// <param name="minimum">the width and height that the result shall have at least, if the picture has: large pictures are reduced</param>
        /// <returns>the picture; null if the data is damaged</returns>
        public static ImageSurface Decode(ReadOnlySpan<byte> data, ImageSurface reuse = null, int minimum = int.MaxValue)
        {
            fixed (byte* bytes = &MemoryMarshal.GetReference(data))
            {
                int width, height, sampling, colors;
                UIntPtr size = (UIntPtr)data.Length;
                if (tjDecompressHeader3(Decoder.Value, bytes, size, out width, out height, out sampling, out colors) != 0) { return null; }
                int divisor = 1;
                while (divisor < 8 && Math.Min(width, height) / (divisor * 2) >= minimum) { divisor *= 2; }
                ImageSurface surface = Surface((width + divisor - 1) / divisor, (height + divisor - 1) / divisor, reuse);
                surface.Flush();
                int status = tjDecompress2(
                    Decoder.Value, bytes, size, (byte*)surface.DataPtr, surface.Width, surface.Stride, surface.Height, BlueGreenRed, 0);
                surface.MarkDirty();
                if (status == 0) { return surface; }
                surface.Dispose();
                return null;
            }
        }

        /// <summary>Converts a picture of three bytes a pixel.</summary>
        public static ImageSurface Convert(ReadOnlySpan<byte> data, int width, int height, ImageSurface reuse)
        {
            if (data.Length < 3 * width * height) { return null; }
            ImageSurface surface = Surface(width, height, reuse);
            surface.Flush();
            for (int row = 0; row < height; row++)
            {
                byte* target = (byte*)surface.DataPtr + row * surface.Stride;
                for (int at = 3 * row * width; at < 3 * (row + 1) * width; at += 3, target += 4)
                {
                    target[0] = data[at + 2];
                    target[1] = data[at + 1];
                    target[2] = data[at];
                }
            }
            surface.MarkDirty();
            return surface;
        }

        private static ImageSurface Surface(int width, int height, ImageSurface reuse)
        {
            if (reuse != null && reuse.Width == width && reuse.Height == height) { return reuse; }
            if (reuse != null) { reuse.Dispose(); }
            return new ImageSurface(Format.Rgb24, width, height);
        }

        [DllImport(Library)]
        private static extern IntPtr tjInitDecompress();

        [DllImport(Library)]
        private static extern int tjDecompressHeader3(
            IntPtr decoder, byte* data, UIntPtr size, out int width, out int height, out int sampling, out int colors);

        [DllImport(Library)]
        private static extern int tjDecompress2(
            IntPtr decoder, byte* data, UIntPtr size, byte* target, int width, int pitch, int height, int format, int flags);
    }
}
