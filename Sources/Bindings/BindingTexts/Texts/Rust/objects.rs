use std::any::Any;
use std::cell::RefCell;
use std::future::Future;
use std::os::raw::{c_char, c_void};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, Once, RwLock};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, SystemTime};

use the_prefix_sys as sys;

use crate::Error;

/// A future on the heap, which any thread may poll.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An object of the program, of any type.
pub(crate) type Shared = Arc<dyn Any + Send + Sync>;

/// Zeros: a structure before a function writes it, and the absence of a value.
///
/// # Safety
/// The type is one of the C interface, of which zeros are a value.
pub(crate) unsafe fn none<T: Copy>() -> T {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

static IS_READY: AtomicBool = AtomicBool::new(false);

/// Compares the library's interface with that of the crate, once.
pub(crate) fn ready() {
    if !IS_READY.load(Ordering::Relaxed) {
        compare_interfaces();
    }
}

#[cold]
fn compare_interfaces() {
    let found = unsafe { sys::the_prefix_abi_fingerprint() };
    assert!(
        found == sys::FINGERPRINT,
        "the_prefix: the library has the interface {found:x}, and this crate was made for {:x}: use the crate of the library's version",
        sys::FINGERPRINT
    );
    IS_READY.store(true, Ordering::Relaxed);
}

/// The number of objects that the program holds: 0 when all were dropped.
pub fn live_handles() -> u64 {
    unsafe { sys::the_prefix_debug_live_handles() }
}

/// Waits until at most `count` objects are left, and returns whether that is so. An object outlives its last owner in the program
/// while the library uses it.
pub fn wait_for_live_handles(count: u64, limit: Duration) -> bool {
    unsafe { sys::the_prefix_debug_wait_for_live_handles(count, nanoseconds(limit)) == 0 }
}

/// Shuts the library down for the rest of the process: operations and streams end, and calls fail.
pub fn shut_down() {
    unsafe { sys::the_prefix_shutdown() }
}

/// An object of the library.
pub trait Object: Sized {
    /// # Safety
    /// The number is that of an object of this type, of which the value becomes an owner.
    unsafe fn from_bits(bits: u64) -> Self;

    fn bits(&self) -> u64;

    /// # Safety
    /// The number is that of an object of this type.
    unsafe fn retain(bits: u64) -> i32;
}

/// The number of an object.
pub(crate) fn bits<T: Object>(object: &T) -> u64 {
    object.bits()
}

/// The object of which the program is an owner.
///
/// # Safety
/// The number is that of an object of this type.
pub(crate) unsafe fn owned<T: Object>(bits: u64) -> T {
    unsafe { T::from_bits(bits) }
}

/// The object of which another owner keeps the number.
///
/// # Safety
/// The number is that of an object of this type.
pub(crate) unsafe fn retained<T: Object>(bits: u64) -> T {
    unsafe {
        must(T::retain(bits));
        T::from_bits(bits)
    }
}

macro_rules! object {
    ($(#[$meta:meta])* $name:ident, $c:ident, $retain:ident, $release:ident) => {
        rt::object_of!($(#[$meta])* $name, $c, $retain, $release, std::marker::PhantomData<()>);
    };
}
pub(crate) use object;

/// An object that one thread at a time may use: it is neither `Send` nor `Sync`.
macro_rules! unsynchronised_object {
    ($(#[$meta:meta])* $name:ident, $c:ident, $retain:ident, $release:ident) => {
        rt::object_of!($(#[$meta])* $name, $c, $retain, $release, std::marker::PhantomData<*const ()>);
    };
}
pub(crate) use unsynchronised_object;

macro_rules! object_of {
    ($(#[$meta:meta])* $name:ident, $c:ident, $retain:ident, $release:ident, $marker:ty) => {
        $(#[$meta])*
        pub struct $name {
            bits: u64,
            marker: $marker,
        }

        impl rt::Object for $name {
            unsafe fn from_bits(bits: u64) -> Self {
                $name { bits, marker: std::marker::PhantomData }
            }

            fn bits(&self) -> u64 {
                self.bits
            }

            unsafe fn retain(bits: u64) -> i32 {
                unsafe { sys::$retain(sys::$c { bits }) }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                unsafe {
                    sys::$release(sys::$c { bits: self.bits });
                }
            }
        }
    };
}
pub(crate) use object_of;

macro_rules! subclass {
    ($(#[$meta:meta])* $name:ident, $base:ident) => {
        $(#[$meta])*
        pub struct $name {
            base: $base,
        }

        impl rt::Object for $name {
            unsafe fn from_bits(bits: u64) -> Self {
                $name { base: unsafe { rt::owned(bits) } }
            }

            fn bits(&self) -> u64 {
                rt::bits(&self.base)
            }

            unsafe fn retain(bits: u64) -> i32 {
                unsafe { <$base as rt::Object>::retain(bits) }
            }
        }

        impl std::ops::Deref for $name {
            type Target = $base;

            fn deref(&self) -> &$base {
                &self.base
            }
        }

        impl From<$name> for $base {
            fn from(object: $name) -> $base {
                object.base
            }
        }
    };
}
pub(crate) use subclass;

/// `Debug` of an object that does not describe itself.
macro_rules! opaque_debug {
    ($name:ident) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use opaque_debug;
use crate::runtime as rt;

object! {
    /// Functions of the program that the library calls on one of the program's threads.
    Queue, the_prefix_queue, the_prefix_queue_retain, the_prefix_queue_release
}
opaque_debug!(Queue);

impl Queue {
    /// A queue whose functions the program runs.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Queue {
        ready();
        unsafe {
            let mut result = none();
            must(sys::the_prefix_queue_create(&mut result));
            owned(result.bits)
        }
    }

    /// The queue of the main thread, which must have made the first call of the library.
    pub fn main() -> Queue {
        ready();
        unsafe {
            let mut result = none();
            must(sys::the_prefix_queue_main(&mut result));
            owned(result.bits)
        }
    }

    /// A file descriptor that is readable while functions wait; it belongs to the queue.
    pub fn descriptor(&self) -> i32 {
        let mut result = 0;
        unsafe { must(sys::the_prefix_queue_descriptor(raw_queue(self), &mut result)) };
        result
    }

    /// Runs the functions that wait, and returns their number.
    pub fn run_pending(&self) -> usize {
        let mut count = 0;
        unsafe { must(sys::the_prefix_queue_run_pending(raw_queue(self), &mut count)) };
        count
    }
}

impl Clone for Queue {
    fn clone(&self) -> Queue {
        unsafe { retained(self.bits) }
    }
}

pub(crate) fn raw_queue(queue: &Queue) -> sys::the_prefix_queue {
    sys::the_prefix_queue { bits: queue.bits }
}

object! {
    /// Calls of a function of the program, which end when the subscription is dropped.
    Subscription, the_prefix_subscription, the_prefix_subscription_retain, the_prefix_subscription_release
}
opaque_debug!(Subscription);

impl Subscription {
    /// Ends the calls: afterwards the function is not running, and will not be called again.
    pub fn cancel(&self) {
        unsafe {
            sys::the_prefix_subscription_cancel(sys::the_prefix_subscription { bits: self.bits });
        }
    }
}

impl Clone for Subscription {
    /// Another owner of the same subscription.
    fn clone(&self) -> Subscription {
        unsafe { retained(self.bits) }
    }
}
