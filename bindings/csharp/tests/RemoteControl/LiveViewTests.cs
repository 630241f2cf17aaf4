using System.Threading.Tasks;
using HotShoe;

namespace RemoteControl.Tests
{
    public static class LiveViewTests
    {
        public static void FramesAreRequestedWhenTheLastOneIsShown()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                LiveView live = stage.Controller.LiveView;
                TaskCompletionSource<bool> drawing = new TaskCompletionSource<bool>();
                int shown = 0;
                ulong last = 0;
                live.Show = async frame =>
                {
                    shown++;
                    Stage.Check(shown == 1 || frame.SequenceNumber > last, "frames are not in order");
                    last = frame.SequenceNumber;
                    using (NativeBytes bytes = frame.Bytes) { Stage.Check(bytes.Length > 1000, "the frame has no picture"); }
                    if (shown == 1) { await drawing.Task; }
                };
                stage.Until("a frame", () => shown == 1);
                // While one is drawn, settings change and no other frame arrives.
                stage.Set("ISO", "ISO 1600");
                stage.Until("ISO 1600", () => stage.Controller.Settings["ISO"].Value == "ISO 1600");
                Stage.Equal(shown, 1);
                drawing.SetResult(true);
                stage.UntilLive(10);
                Stage.Equal(live.Text, null);
            }
        }

        public static void LiveViewThatEndsCanBeStartedAgain()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                LiveView live = stage.Controller.LiveView;
                stage.UntilLive();
                stage.Inject("overheat");
                stage.Until("the end", () => live.CanStart);
                Stage.Check(live.Text.StartsWith("Live view ended: ") && !live.IsRunning, live.Text);
                stage.Controller.StartLiveView();
                stage.UntilLive();
                Stage.Equal(live.Text, null);
                Stage.Check(!live.CanStart, "it runs and can be started");
            }
        }

        public static void LiveViewStartsAgainAfterAChangeOfTheMode()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                int ends = 0;
                stage.Controller.LiveView.Changed += () => { if (!stage.Controller.LiveView.IsRunning) { ends++; } };
                stage.Inject("mode-switch");
                stage.Until("a start", () => stage.Controller.LiveView.Text == "Starting live view …");
                stage.UntilLive();
            }
        }

        public static void DamagedFramesArriveAsTheyAre()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                stage.Inject("truncated-frames*3");
                stage.Inject("rgb-frames*3");
                stage.UntilLive(12);
                Stage.Equal(stage.Controller.Problem, null);
            }
        }

        public static void FocusAtAPoint()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                LiveView live = stage.Controller.LiveView;
                stage.UntilLive();
                Point point = new Point(300, 200);
                stage.Controller.Focus(point);
                Stage.Equal(live.Mark, (Point?)point);
                Stage.Equal(live.HasFocus, null);
                stage.Until("focus", () => live.HasFocus == true);
                stage.Inject("focus-fails");
                stage.Controller.Focus(point);
                stage.Until("no focus", () => live.HasFocus == false);
                stage.UntilProblem("focus");
                Stage.Check(stage.Controller.Problem.Advice.Length > 0, "there is no advice");
                stage.Controller.Focus(point);
                stage.Until("focus again", () => live.HasFocus == true);
                Stage.Equal(stage.Controller.Problem, null);
            }
        }

        public static void FocusSteps()
        {
            using (Stage stage = new Stage(Stage.Body()))
            {
                stage.UntilLive();
                for (int turn = 0; turn < 100 && stage.Controller.Problem == null; turn++)
                {
                    stage.Controller.DriveFocus(FocusStepDirection.Far, FocusStepAmount.Large);
                    stage.UntilLive(1);
                }
                Stage.Check(stage.Controller.Problem != null, "the focus has no end");
                stage.Controller.DriveFocus(FocusStepDirection.Near, FocusStepAmount.Large);
                stage.UntilLive(10);
                Stage.Equal(stage.Controller.Problem, null);
            }
        }
    }
}
