// MARK: Asynchronous calls

/// The waker of the task that waits, which the library notifies.
#[derive(Default)]
pub struct WakerCell {
    /// With whether the library will notify it.
    state: Mutex<(Option<Waker>, bool)>,
}

impl WakerCell {
    fn lock(&self) -> std::sync::MutexGuard<'_, (Option<Waker>, bool)> {
        self.state.lock().unwrap_or_else(|error| error.into_inner())
    }

    /// Keeps the waker. Returns whether the library must be told to notify it.
    fn register(&self, waker: &Waker) -> bool {
        let mut state = self.lock();
        match &state.0 {
            Some(present) if present.will_wake(waker) => {}
            _ => state.0 = Some(waker.clone()),
        }
        !std::mem::replace(&mut state.1, true)
    }

    fn notify(&self) {
        let waker = {
            let mut state = self.lock();
            state.1 = false;
            state.0.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// # Safety
/// The context is that of a waker.
pub(crate) unsafe extern "C" fn wake(context: *mut c_void) {
    catch(|| unsafe { (*context.cast::<WakerCell>()).notify() });
}

unsafe extern "C" fn operation_done(_operation: sys::the_prefix_operation, context: *mut c_void) {
    unsafe { wake(context) }
}

/// # Safety
/// The context is that of a waker.
pub(crate) unsafe extern "C" fn release_wake(context: *mut c_void) {
    if !context.is_null() {
        catch(|| drop(unsafe { Arc::from_raw(context.cast::<WakerCell>()) }));
    }
}

/// A call under way: a future for any executor. It has started already; dropping it cancels the call.
#[must_use = "a call is cancelled when it is dropped"]
pub struct Operation<T> {
    bits: u64,
    /// The error of a call that did not start.
    failure: Option<Error>,
    take: fn(u64) -> Result<T, Error>,
    waker: Option<Arc<WakerCell>>,
}

impl<T> Operation<T> {
    pub(crate) unsafe fn started(
        status: i32,
        error: *mut sys::the_prefix_error,
        bits: u64,
        take: fn(u64) -> Result<T, Error>,
    ) -> Operation<T> {
        match unsafe { check(status, error) } {
            Ok(()) => Operation { bits, failure: None, take, waker: None },
            Err(failure) => Operation { bits: 0, failure: Some(failure), take, waker: None },
        }
    }

    fn native(&self) -> sys::the_prefix_operation {
        sys::the_prefix_operation { bits: self.bits }
    }

    /// Whether the result is available.
    pub fn is_done(&self) -> bool {
        let mut result = false;
        self.bits == 0 || unsafe { sys::the_prefix_operation_is_done(self.native(), &mut result) } < 0 || result
    }

    /// Requests cancellation. The call then ends early, usually with an error of the kind [`ErrorKind::Cancelled`].
    pub fn cancel(&self) {
        if self.bits != 0 {
            unsafe { sys::the_prefix_operation_cancel(self.native()) };
        }
    }

    /// Waits for the result on this thread.
    pub fn wait(mut self) -> Result<T, Error> {
        if self.bits != 0 {
            let status = unsafe { sys::the_prefix_operation_wait(self.native(), -1) };
            unsafe { check(status, std::ptr::null_mut())? };
        }
        self.finish()
    }

    /// Waits for the result on this thread, for a limited time; returns whether it is available.
    pub fn wait_timeout(&self, limit: Duration) -> bool {
        self.bits == 0 || unsafe { sys::the_prefix_operation_wait(self.native(), nanoseconds(limit)) } != 2
    }

    fn finish(&mut self) -> Result<T, Error> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        assert!(self.bits != 0, "the_prefix: the result of this call was already returned");
        let result = (self.take)(self.bits);
        self.release();
        result
    }

    fn release(&mut self) {
        if self.bits != 0 {
            unsafe { sys::the_prefix_operation_release(self.native()) };
            self.bits = 0;
        }
    }
}

impl<T> Drop for Operation<T> {
    fn drop(&mut self) {
        self.release();
    }
}

impl<T> std::fmt::Debug for Operation<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Operation").field("is_done", &self.is_done()).finish()
    }
}

impl<T> Future for Operation<T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        if !this.is_done() {
            let cell = this.waker.get_or_insert_with(Default::default);
            if cell.register(context.waker()) {
                let own = Arc::into_raw(cell.clone()) as *mut c_void;
                let native = sys::the_prefix_operation { bits: this.bits };
                must(unsafe {
                    sys::the_prefix_operation_on_done(native, none(), Some(operation_done), own, Some(release_wake))
                });
            }
            // It may have ended before the waker was kept.
            if !this.is_done() {
                return Poll::Pending;
            }
        }
        Poll::Ready(this.finish())
    }
}

struct ThreadWaker(std::thread::Thread);

impl Wake for ThreadWaker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to its end on this thread: an executor for a program that needs no other.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(ThreadWaker(std::thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = Box::pin(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(result) => return result,
            Poll::Pending => std::thread::park(),
        }
    }
}

// MARK: Asynchronous functions of the program

/// An asynchronous function of the program that the library has called.
struct Task {
    completion: u64,
    future: Mutex<Option<BoxFuture<'static, ()>>>,
    is_cancelled: AtomicBool,
}

/// Tasks to poll.
static TASKS: Mutex<Vec<Arc<Task>>> = Mutex::new(Vec::new());
static TASKS_ARRIVED: Condvar = Condvar::new();
static TASK_THREAD: Once = Once::new();

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        TASK_THREAD.call_once(|| {
            let thread = std::thread::Builder::new().name("the_prefix-tasks".to_string());
            if let Err(error) = thread.spawn(run_tasks) {
                eprintln!("the_prefix: no thread for asynchronous functions: {error}");
            }
        });
        TASKS.lock().unwrap_or_else(|error| error.into_inner()).push(self);
        TASKS_ARRIVED.notify_one();
    }
}

fn run_tasks() {
    loop {
        let tasks = {
            let mut tasks = TASKS.lock().unwrap_or_else(|error| error.into_inner());
            while tasks.is_empty() {
                tasks = TASKS_ARRIVED.wait(tasks).unwrap_or_else(|error| error.into_inner());
            }
            std::mem::take(&mut *tasks)
        };
        for task in tasks {
            // A future that panics as it is dropped ends no other one.
            catch(|| task.poll());
        }
    }
}

impl Task {
    fn poll(self: Arc<Self>) {
        let mut place = self.future.lock().unwrap_or_else(|error| error.into_inner());
        let running = place.as_mut().filter(|_| !self.is_cancelled.load(Ordering::Acquire));
        let future = if let Some(future) = running {
            future
        } else {
            if place.take().is_some() {
                fail(self.completion, std::ptr::null_mut());
            }
            return;
        };
        let waker = Waker::from(self.clone());
        match catch(|| future.as_mut().poll(&mut Context::from_waker(&waker))) {
            Some(Poll::Pending) => {}
            Some(Poll::Ready(())) => *place = None,
            None => {
                // The future is in an unknown state: it is dropped, not polled again.
                let future = place.take();
                catch(|| drop(future));
                fail(self.completion, unsafe { panicked().to_raw() });
            }
        }
    }
}

fn fail(completion: u64, error: *mut sys::the_prefix_error) {
    unsafe { sys::the_prefix_completion_fail(sys::the_prefix_completion { bits: completion }, error) };
}

unsafe extern "C" fn cancel_task(context: *mut c_void) {
    catch(|| {
        let task = unsafe { &*context.cast::<Arc<Task>>() };
        task.is_cancelled.store(true, Ordering::Release);
        task.clone().wake();
    });
}

/// Runs an asynchronous function of the program for the library.
pub(crate) fn start<R: 'static>(
    completion: u64,
    make: impl FnOnce() -> BoxFuture<'static, Result<R, Error>>,
    complete: unsafe fn(u64, &R) -> i32,
) {
    let future = if let Some(future) = catch(make) {
        future
    } else {
        return fail(completion, unsafe { panicked().to_raw() });
    };
    let future = async move {
        match future.await {
            Ok(value) => unsafe {
                if complete(completion, &value) < 0 {
                    sys::the_prefix_completion_release(sys::the_prefix_completion { bits: completion });
                }
            },
            Err(error) if error.kind() == ErrorKind::Cancelled => fail(completion, std::ptr::null_mut()),
            Err(error) => fail(completion, unsafe { error.to_raw() }),
        }
    };
    let task = Arc::new(Task { completion, future: Mutex::new(Some(Box::pin(future))), is_cancelled: AtomicBool::new(false) });
    let context = Box::into_raw(Box::new(task.clone())).cast();
    let native = sys::the_prefix_completion { bits: completion };
    unsafe { sys::the_prefix_completion_on_cancel(native, Some(cancel_task), context, Some(release_box::<Arc<Task>>)) };
    task.wake();
}
