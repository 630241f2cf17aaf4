// MARK: Streams

/// Elements that arrive over time, as the library has them.
pub trait RawStream {
    type Element;
    /// What the program receives: an element, or a result if the stream can fail.
    type Item;

    /// Takes the next element: waits at most so many nanoseconds, or not at all. Returns the status with the element.
    fn take(&self, limit: Option<i64>) -> (i32, Result<Option<Self::Element>, Error>);

    /// # Safety
    /// The context is that of a waker.
    unsafe fn notify(&self, context: *mut c_void) -> i32;

    fn close_raw(&self);

    fn waker(&self) -> &Arc<WakerCell>;

    /// Whether the stream has ended, or failed, which ends it.
    fn ended(&self) -> &AtomicBool;

    fn item(element: Result<Self::Element, Error>) -> Self::Item;

    /// The next element, if it is available in time.
    fn step(&self, limit: Option<i64>) -> Poll<Option<Self::Item>> {
        if self.ended().load(Ordering::Relaxed) {
            return Poll::Ready(None);
        }
        let item = match self.take(limit) {
            (_, Ok(Some(element))) => return Poll::Ready(Some(Self::item(Ok(element)))),
            (3, _) | (-8, _) => None,
            (_, Err(error)) => Some(Self::item(Err(error))),
            (_, Ok(None)) => return Poll::Pending,
        };
        self.ended().store(true, Ordering::Relaxed);
        Poll::Ready(item)
    }

    fn poll_step(&self, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Poll::Ready(item) = self.step(None) {
                return Poll::Ready(item);
            }
            if !self.waker().register(context.waker()) {
                return Poll::Pending;
            }
            let own = Arc::into_raw(self.waker().clone()) as *mut c_void;
            let status = unsafe { self.notify(own) };
            if status == -8 {
                return Poll::Ready(None);
            }
            must(status);
            if self.waker().lock().1 {
                return Poll::Pending;
            }
        }
    }
}

/// The wait for the next element of a stream: a future for any executor.
#[must_use = "futures do nothing unless they are polled"]
#[derive(Debug)]
pub struct Next<'a, S>(pub(crate) &'a mut S);

impl<S: RawStream> Future for Next<'_, S> {
    type Output = Option<S::Item>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.poll_step(context)
    }
}

/// The elements of a stream, for which the thread waits.
#[derive(Debug)]
pub struct Elements<'a, S>(pub(crate) &'a mut S);

impl<S: RawStream> Iterator for Elements<'_, S> {
    type Item = S::Item;

    fn next(&mut self) -> Option<S::Item> {
        match self.0.step(Some(-1)) {
            Poll::Ready(item) => item,
            Poll::Pending => None,
        }
    }
}

/// An object that is a stream.
macro_rules! stream_object {
    ($(#[$meta:meta])* $name:ident, $c:ident, $retain:ident, $release:ident) => {
        $(#[$meta])*
        pub struct $name {
            bits: u64,
            waker: std::sync::Arc<rt::WakerCell>,
            is_ended: std::sync::atomic::AtomicBool,
        }

        impl rt::Object for $name {
            unsafe fn from_bits(bits: u64) -> Self {
                $name { bits, waker: Default::default(), is_ended: Default::default() }
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

        impl $name {
            /// The next element, if it is available; otherwise the task is woken when it is.
            pub fn poll_next(
                &mut self,
                context: &mut std::task::Context<'_>,
            ) -> std::task::Poll<Option<<$name as RawStream>::Item>> {
                self.poll_step(context)
            }

            /// Waits for the next element; `None` at the end.
            pub fn next(&mut self) -> rt::Next<'_, $name> {
                rt::Next(self)
            }

            /// Waits for the next element on this thread; `None` at the end.
            pub fn wait_next(&mut self) -> Option<<$name as RawStream>::Item> {
                self.elements().next()
            }

            /// Waits for the next element on this thread, for a limited time: `Pending` if none has arrived.
            pub fn next_timeout(&mut self, limit: Duration) -> std::task::Poll<Option<<$name as RawStream>::Item>> {
                self.step(Some(rt::nanoseconds(limit)))
            }

            /// The next element, if it is available; `Pending` if it is not.
            pub fn try_next(&mut self) -> std::task::Poll<Option<<$name as RawStream>::Item>> {
                self.step(None)
            }

            /// The elements, for which the thread waits.
            pub fn elements(&mut self) -> rt::Elements<'_, $name> {
                rt::Elements(self)
            }

            /// Ends the stream. May be called again.
            pub fn close(&self) {
                self.close_raw();
            }
        }

        impl<'a> IntoIterator for &'a mut $name {
            type Item = <$name as RawStream>::Item;
            type IntoIter = rt::Elements<'a, $name>;

            fn into_iter(self) -> Self::IntoIter {
                self.elements()
            }
        }
    };
}
pub(crate) use stream_object;
