//! Each construct of the fixture module from Rust. A test fails if it leaves an object of the library.
#![forbid(unsafe_code)]

mod asynchronous;
mod functions;
mod lifetimes;
mod objects;
mod protocols;
mod values;

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Duration;

/// A test and its name.
pub type Test = (&'static str, fn());

fn main() {
    let all: Vec<Test> = [
        values::TESTS,
        objects::TESTS,
        functions::TESTS,
        protocols::TESTS,
        asynchronous::TESTS,
        lifetimes::TESTS,
    ]
    .concat();
    let mut failures = 0;
    // Valgrind is slow.
    let is_few = std::env::args().any(|argument| argument == "--few");
    for (name, test) in all.iter().filter(|(name, _)| !is_few || !name.contains("100,000")) {
        let outcome = catch_unwind(AssertUnwindSafe(test));
        let is_clean = kitchen::wait_for_live_handles(0, Duration::from_secs(10));
        if outcome.is_err() || !is_clean {
            failures += 1;
            println!("failed: {name}: {} objects are left", kitchen::live_handles());
        }
    }
    println!("{} tests, {failures} failures", all.len());
    assert!(!all.is_empty());
    std::process::exit(i32::from(failures > 0));
}
