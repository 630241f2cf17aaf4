using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Cairo;
using HotShoe;
using Point = HotShoe.Point;

namespace RemoteControl
{
    /// <summary>The newest frame of live view, as large as the widget permits, with the focus areas in use, or a text.</summary>
    public sealed class LivePicture : Gtk.EventBox
    {
        private readonly Controller controller;
        private readonly Gtk.DrawingArea canvas = new Gtk.DrawingArea();
        // The displayed picture, and the one that is decoded on another thread.
        private ImageSurface front;
        private ImageSurface back;
        private bool hasPicture;
        private double aspect = 1.5;
        private Rect imageRect;
        private IReadOnlyList<FocusArea> areas = new FocusArea[0];

        public LivePicture(Controller controller)
        {
            this.controller = controller;
            Name = "live-view";
            canvas.SetSizeRequest(320, 240);
            canvas.Drawn += (sender, arguments) => { using (Context context = arguments.Cr) { Paint(context); } };
            Add(canvas);
            ButtonPressEvent += (sender, arguments) => Click(arguments.Event.X, arguments.Event.Y);
            controller.LiveView.Show = ShowAsync;
            controller.LiveView.Changed += Refresh;
            controller.Recorder.Changed += canvas.QueueDraw;
        }

        /// <summary>The part of the widget that the picture covers.</summary>
        public Rect Area
        {
            get
            {
                double width = Math.Min(AllocatedWidth, AllocatedHeight * aspect), height = width / aspect;
                return new Rect((AllocatedWidth - width) / 2, (AllocatedHeight - height) / 2, width, height);
            }
        }

        /// <summary>The transform from the coordinates of the frames to the widget.</summary>
        private CoordinateTransform Transform { get { return new CoordinateTransform(imageRect, Area); } }

        private async Task ShowAsync(LiveViewFrame frame)
        {
            bool isComplete = await Task.Run(() => Decode(frame));
            if (!isComplete) { return; } // a damaged frame is skipped
            ImageSurface previous = front;
            front = back;
            back = previous;
            using (LiveViewFrameInfo info = frame.Info)
            {
                PixelSize size = info.NaturalSize;
                aspect = size.Height > 0 ? (double)size.Width / size.Height : 1.5;
                imageRect = info.ImageRect;
            }
            areas = frame.FocusAreas;
            hasPicture = true;
            canvas.QueueDraw();
        }

        private bool Decode(LiveViewFrame frame)
        {
            using (LiveViewFrameInfo info = frame.Info)
            using (NativeBytes bytes = frame.Bytes)
            {
                back = info.Format == LiveViewFrameInfoFormat.Jpeg
                    ? Jpeg.Decode(bytes.Span, back)
                    : Jpeg.Convert(bytes.Span, (int)info.Size.Width, (int)info.Size.Height, back);
                return back != null;
            }
        }

        private void Refresh()
        {
            if (controller.LiveView.Text != null) { hasPicture = false; }
            canvas.QueueDraw();
        }

        private void Click(double x, double y)
        {
            Point at = new Point(x, y);
            if (!hasPicture) { if (controller.LiveView.CanStart) { controller.StartLiveView(); } }
            else if (Area.Contains(at)) { controller.Focus(Transform.Inverse.Call(at)); }
        }

        private void Paint(Context context)
        {
            context.SetSourceRGB(0.05, 0.05, 0.06);
            context.Paint();
            if (!hasPicture || front == null)
            {
                DrawText(context);
                return;
            }
            DrawPicture(context);
            foreach (FocusArea area in areas)
            {
                if (area.HasFocus) { Outline(context, Transform.Call(area.Rect), 0.3, 0.9, 0.48); }
                else if (area.IsActive) { Outline(context, Transform.Call(area.Rect), 1, 1, 1); }
            }
            if (!areas.Any(area => area.HasFocus)) { DrawMark(context); }
            if (controller.Recorder.IsRecording) { DrawRecording(context); }
        }

        private void DrawPicture(Context context)
        {
            Rect area = Area;
            context.Save();
            context.Translate(area.X, area.Y);
            context.Scale(area.Width / front.Width, area.Height / front.Height);
            using (SurfacePattern pattern = new SurfacePattern(front))
            {
                pattern.Filter = Filter.Bilinear;
                context.SetSource(pattern);
                context.Rectangle(0, 0, front.Width, front.Height);
                context.Fill();
            }
            context.Restore();
        }

        private void DrawMark(Context context)
        {
            LiveView live = controller.LiveView;
            if (live.Mark == null) { return; }
            Point at = Transform.Call(live.Mark.Value);
            Rect square = new Rect(at.X - 24, at.Y - 24, 48, 48);
            if (live.HasFocus == null) { Outline(context, square, 1, 0.71, 0.28); }
            else if (live.HasFocus.Value) { Outline(context, square, 0.3, 0.9, 0.48); }
            else { Outline(context, square, 1, 0.36, 0.32); }
        }

        /// <summary>Draws a rectangle whose line is readable on a bright and on a dark picture.</summary>
        private static void Outline(Context context, Rect rect, double red, double green, double blue)
        {
            for (int turn = 0; turn < 2; turn++)
            {
                context.LineWidth = turn == 0 ? 4 : 2;
                if (turn == 0) { context.SetSourceRGBA(0, 0, 0, 0.45); }
                else { context.SetSourceRGB(red, green, blue); }
                context.Rectangle(Math.Round(rect.X), Math.Round(rect.Y), Math.Round(rect.Width), Math.Round(rect.Height));
                context.Stroke();
            }
        }

        private void DrawRecording(Context context)
        {
            Rect area = Area;
            context.SetSourceRGBA(0, 0, 0, 0.55);
            context.Rectangle(area.X + 12, area.Y + 12, 112, 32);
            context.Fill();
            context.SetSourceRGB(1, 0.3, 0.26);
            context.Arc(area.X + 30, area.Y + 28, 7, 0, 2 * Math.PI);
            context.Fill();
            using (Pango.Layout layout = CreatePangoLayout(controller.Recorder.Time))
            {
                layout.FontDescription = Pango.FontDescription.FromString("Sans Bold 13");
                context.SetSourceRGB(1, 1, 1);
                context.MoveTo(area.X + 48, area.Y + 18);
                Pango.CairoHelper.ShowLayout(context, layout);
            }
        }

        private void DrawText(Context context)
        {
            string text = controller.LiveView.Text ?? "";
            if (controller.LiveView.CanStart) { text += "\nClick here to start it again."; }
            using (Pango.Layout layout = CreatePangoLayout(text))
            {
                layout.FontDescription = Pango.FontDescription.FromString("Sans 13");
                layout.Alignment = Pango.Alignment.Center;
                layout.Width = Pango.Units.FromPixels(Math.Max(AllocatedWidth - 40, 100));
                layout.Wrap = Pango.WrapMode.Word;
                int width, height;
                layout.GetPixelSize(out width, out height);
                context.SetSourceRGB(0.66, 0.68, 0.72);
                context.MoveTo(20, (AllocatedHeight - height) / 2);
                Pango.CairoHelper.ShowLayout(context, layout);
            }
        }
    }
}
