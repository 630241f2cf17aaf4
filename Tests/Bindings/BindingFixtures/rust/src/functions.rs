//! Functions of the program that the library calls, and functions of the library as values.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{mpsc, Arc};

use kitchen::*;

pub const TESTS: &[crate::Test] = &[
    ("functions that are called during the call", scoped),
    ("functions that fail", failing),
    ("functions that change their arguments", changing),
    ("functions of the library", returned),
    ("functions that receive functions", nested_functions),
    ("functions that are kept", kept),
    ("functions that panic", panics),
    ("functions on a queue", queues),
];

fn scoped() {
    let mut seen = Vec::new();
    announced(|text| seen.push(text));
    assert_eq!(seen, ["table"]);
    let mut calls = 0;
    assert_eq!(
        repeated(5, |number| {
            calls += 1;
            number % 2 == 0
        }),
        3
    );
    assert_eq!(calls, 5);
    assert_eq!(heat(|degrees| Oven::with_options(OvenNewOptions::new().temperature(degrees + 1)), &Oven::new()), 181);
}

fn failing() {
    assert!(confirmed(|_| Ok(true)).unwrap());
    let error = confirmed(|_| Err(KitchenError::Closed.into())).unwrap_err();
    assert!(matches!(error, Error::Kitchen(KitchenError::Closed)));
    let error = confirmed(|_| Err("no table".into())).unwrap_err();
    assert_eq!(error.to_string(), "no table");
    assert_eq!(ask(|number| if number == 0 { Ok("yes".into()) } else { Err(KitchenError::Missing("x".into()).into()) })[0], "yes");
}

fn changing() {
    let text = seasoned(1, |number, season| {
        *number += 1;
        *season = TimeOfYear::Summer;
        true
    });
    assert_eq!(text, "2 summer true");
}

fn returned() {
    assert_eq!(nested(1)(2)(3), 123);
    let adjustments = adjustments();
    assert_eq!((adjustments["double"](4), adjustments["half"](4)), (8, 2));
    let (name, function) = named_adjustment();
    assert_eq!((name.as_str(), function(1)), ("plus one", 2));
    let own: Arc<dyn Fn(i64) -> i64 + Send + Sync> = Arc::new(|number| number * 10);
    assert_eq!(adjusted(1, &[Some(own), None, Some(function)]), 11);
    assert_eq!(chosen(|_| Some(Arc::new(|amount| amount + 5)), 1), Some(6));
    assert_eq!(chosen(|_| None, 1), None);
    assert_eq!(prepared(|number| Ok(Arc::new(move |amount| amount * number)), 4).unwrap(), 8);
    let hatch = Hatch::new();
    assert_eq!(hatch.price().unwrap()(2), 6);
    hatch.set_price(Some(Box::new(|number| number + 100)));
    assert_eq!(hatch.price().unwrap()(2), 102);
    hatch.set_price(None);
    assert!(hatch.price().is_none());
    assert_eq!(hatch.adder_of(3).unwrap()(4), 7);
    assert!(hatch.adder_of(0).is_none());
}

fn nested_functions() {
    let text = weigh(&["a".into(), "b".into()], |name, done| {
        if name == "a" {
            done(Some(1.5), None);
        } else {
            done(None, Some(KitchenError::Missing(name).into()));
        }
    });
    assert!(text.starts_with("a 1.5, b failed"), "{text}");
    assert_eq!(offer(|function| function.map_or(-1, |function| function(4))), 7);
    assert_eq!(deliver_to("1", |done| done(None)), "1: delivered");
}

fn kept() {
    let bell = Bell::new();
    let heard = Arc::new(AtomicI64::new(0));
    let own = heard.clone();
    bell.on_ring(move |count| own.store(count, Ordering::SeqCst));
    bell.ring();
    assert_eq!((heard.load(Ordering::SeqCst), Arc::strong_count(&heard)), (1, 2));
    bell.forget();
    assert_eq!(Arc::strong_count(&heard), 1);
    let hatch = Hatch::new();
    hatch.set_make_oven(|| Oven::with_options(OvenNewOptions::new().temperature(42)), &Oven::new());
    assert_eq!(hatch.make_oven()().temperature(), 42);
}

/// Runs a test without the messages of its panics.
fn quietly(test: impl FnOnce()) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    test();
    std::panic::set_hook(hook);
}

fn panics() {
    quietly(|| {
        assert_eq!(confirmed(|_| panic!("in the program")).unwrap_err().to_string(), "a function of the program has panicked");
        announced(|_| panic!("in the program"));
        // The library receives a value of the type.
        assert_eq!(repeated(2, |_| panic!("in the program")), 0);
    });
}

fn queues() {
    let queue = Queue::new();
    let (sender, receiver) = mpsc::sync_channel(1);
    let thread = std::thread::current().id();
    queued_with(move |number| sender.send((number, std::thread::current().id())).unwrap(), 7, QueuedOptions::new().queue(&queue));
    while queue.run_pending() == 0 {
        std::thread::yield_now();
    }
    assert_eq!(receiver.recv().unwrap(), (7, thread));
    assert!(queue.descriptor() >= 0);
}
