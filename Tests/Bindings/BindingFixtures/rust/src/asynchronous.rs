//! Asynchronous calls, streams, and asynchronous functions of the program.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use kitchen::*;

pub const TESTS: &[crate::Test] = &[
    ("calls that are awaited", calls),
    ("a call that is dropped is cancelled", dropping),
    ("a call that is cancelled", cancelling),
    ("a future moves from task to task", moving),
    ("members of the main actor", main_actor),
    ("actors", actors),
    ("streams", streams),
    ("streams that fail", failing_streams),
    ("streams with tasks", polled_streams),
    ("streams of the program", sources),
    ("asynchronous functions of the program", functions),
    ("an asynchronous function of the program that is cancelled", cancelled_functions),
    ("an asynchronous function of the program that panics", panics),
];

fn calls() {
    assert_eq!(block_on(echo_later("a")).unwrap(), "a");
    assert_eq!(echo_later("b").wait().unwrap(), "b");
    assert_eq!(Salad::from(&[vec!["rocket".into()]]).wait().unwrap().leaves(), ["rocket", "1"]);
    assert!(matches!(Salad::from(&[]).wait(), Err(Error::Kitchen(KitchenError::Missing(_)))));
    let both = block_on(async {
        let (one, other) = (echo_later("one"), echo_later("other"));
        format!("{} {}", other.await.unwrap(), one.await.unwrap())
    });
    assert_eq!(both, "other one");
}

fn dropping() {
    let start = Instant::now();
    drop(wait_forever());
    // The library ends the call, and with it its last object.
    assert!(wait_for_live_handles(0, Duration::from_secs(10)));
    assert!(start.elapsed() < Duration::from_secs(10));
}

fn cancelling() {
    let call = wait_forever();
    assert!(!call.is_done() && !call.wait_timeout(Duration::from_millis(1)));
    call.cancel();
    assert_eq!(block_on(call).unwrap_err().kind(), ErrorKind::Cancelled);
}

/// Counts how often it is woken.
#[derive(Default)]
struct Counter(AtomicUsize);

impl Wake for Counter {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

fn moving() {
    let counter = Arc::new(Counter::default());
    let waker = Waker::from(counter.clone());
    let mut call = Box::pin(echo_later("x"));
    if call.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
        return;
    }
    // The last waker is the one that counts; another thread polls it.
    std::thread::spawn(move || assert_eq!(block_on(call).unwrap(), "x")).join().unwrap();
    drop(waker);
    assert!(Arc::strong_count(&counter) == 1 || counter.0.load(Ordering::SeqCst) <= 1);
}

/// Runs the main queue until a call has ended.
fn on_main<T>(call: Operation<T>) -> Result<T, Error> {
    let queue = Queue::main();
    while !call.is_done() {
        queue.run_pending();
        std::thread::yield_now();
    }
    call.wait()
}

fn main_actor() {
    let restaurant = on_main(Restaurant::new("harbour")).unwrap();
    assert_eq!(on_main(restaurant.name()).unwrap(), "harbour");
    assert_eq!(on_main(restaurant.install(&Oven::new())).unwrap(), 1);
    assert_eq!(on_main(restaurant.open()).unwrap(), "harbour opens at 8");
    let late = restaurant.open_with(RestaurantOpenOptions::new().hour(25));
    assert!(matches!(on_main(late), Err(Error::Kitchen(KitchenError::Closed))));
}

fn actors() {
    let order = Order::new(4);
    assert_eq!(order.table().wait().unwrap(), 4);
    order.remark("fast").wait().unwrap();
    assert_eq!(order.remarks().wait().unwrap(), ["fast"]);
    // An actor may be used by several threads.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| order.add(&Dish::new("soup".into())).wait().unwrap());
        }
    });
    assert_eq!(order.serve().wait().unwrap().len(), 4);
}

fn streams() {
    let timer = KitchenTimer::new(3);
    assert_eq!(timer.ticks().elements().map(Result::unwrap).collect::<Vec<_>>(), [3, 2, 1, 0]);
    let mut sum = 0;
    for tick in &mut timer.countdown() {
        sum += tick;
    }
    assert_eq!(sum, 6);
    let mut stream = timer.hidden_ticks();
    assert_eq!(stream.wait_next().unwrap().unwrap(), 3);
    stream.close();
    assert!(stream.wait_next().is_none());
    let (mut quiet, _source) = IntStream::channel();
    assert!(quiet.try_next().is_pending());
    assert!(quiet.next_timeout(Duration::from_millis(1)).is_pending());
}

fn failing_streams() {
    let mut stream = KitchenTimer::new(2).failing_ticks();
    assert_eq!(stream.wait_next().unwrap().unwrap(), 0);
    assert_eq!(stream.wait_next().unwrap().unwrap(), 1);
    assert!(matches!(stream.wait_next(), Some(Err(Error::Kitchen(KitchenError::TooHot { degrees: 2, .. })))));
    assert!(stream.wait_next().is_none());
}

fn polled_streams() {
    let mut stream = KitchenTimer::new(5).boxed_ticks();
    let ticks = block_on(async {
        let mut ticks = Vec::new();
        while let Some(tick) = stream.next().await {
            ticks.push(tick.unwrap());
        }
        ticks
    });
    assert_eq!(ticks, [5, 4, 3, 2, 1, 0]);
    // A wait that is dropped loses no element.
    let (mut stream, source) = IntStream::channel();
    let counter = Arc::new(Counter::default());
    let waker = Waker::from(counter.clone());
    assert!(stream.poll_next(&mut Context::from_waker(&waker)).is_pending());
    assert!(source.send(1));
    while counter.0.load(Ordering::SeqCst) == 0 {
        std::thread::yield_now();
    }
    assert!(matches!(stream.poll_next(&mut Context::from_waker(&waker)), Poll::Ready(Some(Ok(1)))));
}

fn sources() {
    let (stream, source) = IntStream::channel();
    let total = sum(&stream);
    for number in 1..=3 {
        assert!(source.send(number));
    }
    source.finish(None);
    assert_eq!(total.wait().unwrap(), 6);
    let (mut stream, source) = IntStream::channel();
    source.finish(Some(&KitchenError::Closed.into()));
    match stream.wait_next() {
        None | Some(Err(Error::Kitchen(KitchenError::Closed))) => {}
        other => panic!("{other:?}"),
    }
    assert!(!source.send(1));
}

fn functions() {
    let pages = count_pages(
        || {
            Box::pin(async {
                let mut book = Cookbook::new();
                book.add(&Recipe::new(echo_later("soup").await?));
                Ok(book)
            })
        },
        &Cookbook::new(),
    );
    assert_eq!(pages.wait().unwrap(), 1);
}

/// Counts its drops.
struct Guard(Arc<AtomicUsize>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Waits until a number is at least another one.
fn reaches(number: &AtomicUsize, wanted: usize) -> bool {
    let start = Instant::now();
    while number.load(Ordering::SeqCst) < wanted && start.elapsed() < Duration::from_secs(10) {
        std::thread::yield_now();
    }
    number.load(Ordering::SeqCst) >= wanted
}

fn cancelled_functions() {
    let (starts, drops) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (started, dropped) = (starts.clone(), drops.clone());
    let call = count_pages(
        move || {
            started.fetch_add(1, Ordering::SeqCst);
            let guard = Guard(dropped.clone());
            Box::pin(async move {
                let _guard = guard;
                std::future::pending().await
            })
        },
        &Cookbook::new(),
    );
    assert!(reaches(&starts, 1));
    assert_eq!(drops.load(Ordering::SeqCst), 0);
    call.cancel();
    // The library drops the future of the program.
    assert!(reaches(&drops, 1));
    let _ = call.wait();
}

fn panics() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut book = Cookbook::new();
    book.add(&Recipe::new("soup".into()));
    // The library goes on with the value that replaces a failure, and so does the thread that polls futures.
    for _ in 0..3 {
        let call = count_pages(|| Box::pin(async { panic!("in the program") }), &book);
        assert_eq!(call.wait().unwrap(), 1);
    }
    std::panic::set_hook(hook);
}
