//! Owners of objects, and the ends of their lives.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::Arc;

use kitchen::*;

pub const TESTS: &[crate::Test] = &[
    ("100,000 dropped objects", dropped),
    ("objects of several threads", threads),
    ("calls that end as they are cancelled", races),
    ("types that threads share", sharing),
];

fn dropped() {
    for number in 0..100_000 {
        let oven = Oven::with_options(OvenNewOptions::new().temperature(number));
        assert_eq!(oven.temperature(), number);
    }
    assert_eq!(live_handles(), 0);
}

fn threads() {
    let total = Arc::new(AtomicI64::new(0));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let total = total.clone();
            std::thread::spawn(move || {
                for turn in 0..1000 {
                    let own = total.clone();
                    let bell = Bell::new();
                    bell.on_ring(move |_| {
                        own.fetch_add(1, Ordering::SeqCst);
                    });
                    bell.ring();
                    if turn % 2 == 0 {
                        bell.forget();
                    }
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!((total.load(Ordering::SeqCst), Arc::strong_count(&total)), (4000, 1));
}

fn races() {
    for turn in 0..500 {
        let call = echo_later("x");
        if turn % 3 == 0 {
            call.cancel();
        }
        if turn % 2 == 0 {
            drop(call);
        } else {
            let _ = block_on(call);
        }
    }
}

fn sharing() {
    fn is_shared<T: Send + Sync>() {}
    fn is_sent<T: Send>() {}
    is_shared::<Order>();
    is_shared::<KitchenTimer>();
    is_shared::<AnyChef>();
    is_shared::<Error>();
    is_sent::<Operation<String>>();
    is_sent::<IntStream>();
}
