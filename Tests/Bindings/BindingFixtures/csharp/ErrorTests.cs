using System;
using System.Threading;
using Kitchen;

/// <summary>Errors in both directions, and exceptions that pass through the library.</summary>
public static class ErrorTests
{
    public static void Add()
    {
        Harness.Add("errors are exceptions of their cases", Cases);
        Harness.Add("exceptions of the program pass through the library", Through);
        Harness.Add("exceptions that the library cannot report", Unreported);
        Harness.Add("errors of any type", AnyError);
    }

    private static void Cases()
    {
        KitchenException.TooHot hot = Check.Throws<KitchenException.TooHot>(
            () => KitchenLibrary.FailWith(new KitchenError.TooHot(300, 250)));
        Check.Equal(hot.Error.Degrees, 300L);
        Check.Equal(((KitchenException)hot).Error, new KitchenError.TooHot(300, 250));
        Check.Throws<KitchenException.Closed>(() => KitchenLibrary.FailWith(new KitchenError.Closed()));
        KitchenException.Wrapped wrapped = Check.Throws<KitchenException.Wrapped>(
            () => KitchenLibrary.FailWith(new KitchenError.Wrapped(new KitchenErrorDetail("stove", new[] { 1, 2 }))));
        Check.Sequence(wrapped.Error.Value.Codes, 1, 2);
        StockException stock = Check.Throws<StockException>(() => KitchenLibrary.FailWithStock());
        Check.True(stock is LibraryException && stock.Message.Length > 0);
    }

    private static void Through()
    {
        FormatException own = new FormatException("not a number");
        LibraryException failure = Check.Throws<LibraryException>(() => KitchenLibrary.Attempt(() => { throw own; }));
        Check.True(ReferenceEquals(failure.InnerException, own));
        Check.True(failure.Message.Contains("not a number"));
        KitchenException.Closed closed = Check.Throws<KitchenException.Closed>(
            () => KitchenLibrary.Check(number => { throw new KitchenException(new KitchenError.Closed()); }));
        Check.Equal(closed.Error, new KitchenError.Closed());
        Check.Throws<OperationCanceledException>(() => KitchenLibrary.Attempt(() => { throw new OperationCanceledException(); }));
        GadgetFailureException gadget = Check.Throws<GadgetFailureException>(
            () => KitchenLibrary.Powered(volts => { throw new GadgetFailureException(new GadgetFailure(volts)); }));
        Check.Equal(gadget.Error.Code, 230L);
    }

    private static void Unreported()
    {
        Exception reported = null;
        EventHandler<CallbackFailedEventArgs> handler = (sender, arguments) => reported = arguments.Exception;
        KitchenLibrary.CallbackFailed += handler;
        KitchenLibrary.Announced(text => { throw new FormatException("lost"); });
        KitchenLibrary.CallbackFailed -= handler;
        Check.True(reported is FormatException);
        KitchenLibrary.CallbackFailed += handler;
        Check.Sequence(KitchenLibrary.Season(new[] { "a" }, dish => { throw new FormatException("twice"); }), "");
        KitchenLibrary.CallbackFailed -= handler;
        Check.Equal(reported.Message, "twice");
    }

    private static void AnyError()
    {
        Exception error = KitchenLibrary.Echo(new KitchenException(new KitchenError.Closed()));
        Check.True(error is KitchenException.Closed);
        Exception own = new FormatException("mine");
        Exception echoed = KitchenLibrary.Echo(own);
        Check.True(ReferenceEquals(echoed.InnerException, own));
    }
}
