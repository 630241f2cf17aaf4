// MARK: Functions of the program

/// Calls a function of the program. Its panic, which the panic hook has reported, does not reach the library.
pub(crate) fn catch<R>(function: impl FnOnce() -> R) -> Option<R> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(function)).ok()
}

/// Calls a function of the program that can fail; its panic is an error.
///
/// # Safety
/// The pointer is null, or one through which the library receives an error.
pub(crate) unsafe fn returned(error: *mut *mut sys::the_prefix_error, function: impl FnOnce() -> Result<(), Error>) -> i32 {
    let failure = match catch(function) {
        Some(Ok(())) => return 0,
        Some(Err(failure)) => failure,
        None => panicked(),
    };
    if !error.is_null() {
        unsafe { *error = failure.to_raw() };
    }
    failure.kind().status()
}

fn panicked() -> Error {
    Error::new("a function of the program has panicked")
}

/// The context of a function that is called during a call only.
pub(crate) fn scoped<T>(function: &Option<RefCell<T>>) -> *mut c_void {
    function.as_ref().map_or(std::ptr::null_mut(), |function| function as *const RefCell<T> as *mut c_void)
}

/// Releases the context of a function.
///
/// # Safety
/// The context is that of a box with a value of this type.
pub(crate) unsafe extern "C" fn release_box<T>(context: *mut c_void) {
    if !context.is_null() {
        catch(|| drop(unsafe { Box::from_raw(context.cast::<T>()) }));
    }
}

// MARK: Protocols

/// A pointer to an object of the program that one of its own functions has borrowed.
pub(crate) struct Borrowed<T: ?Sized>(*const T);

// SAFETY: the object may be used by several threads, and the pointer is removed before the borrow ends.
unsafe impl<T: ?Sized + Sync> Send for Borrowed<T> {}
unsafe impl<T: ?Sized + Sync> Sync for Borrowed<T> {}

/// The object of the program that the library calls.
pub(crate) enum Target<T: ?Sized + 'static> {
    Shared(Arc<T>),
    /// For the duration of a default implementation that one of its functions has.
    Borrowed(Arc<RwLock<Option<Borrowed<T>>>>),
}

impl<T: ?Sized + Send + Sync> Target<T> {
    pub(crate) fn with<R>(&self, call: impl FnOnce(&T) -> R) -> R {
        match self {
            Target::Shared(object) => call(object),
            Target::Borrowed(place) => match &*place.read().unwrap_or_else(|error| error.into_inner()) {
                // SAFETY: the borrow ends only after this guard.
                Some(object) => call(unsafe { &*object.0 }),
                None => panic!("the_prefix: the library has kept an object after its default implementation has returned"),
            },
        }
    }

    pub(crate) fn shared(&self) -> Option<Arc<T>> {
        match self {
            Target::Shared(object) => Some(object.clone()),
            Target::Borrowed(_) => None,
        }
    }
}

/// The context of an object that the program implements.
pub(crate) struct Implementation {
    /// `Target` of its protocol.
    target: Box<dyn Any + Send + Sync>,
    object: Option<Shared>,
}

impl Implementation {
    pub(crate) fn context<T: ?Sized + Send + Sync + 'static>(target: Target<T>, object: Option<Shared>) -> *mut c_void {
        Box::into_raw(Box::new(Implementation { target: Box::new(target), object })).cast()
    }
}

/// # Safety
/// The context is that of an object that implements the protocol.
pub(crate) unsafe fn target<'a, T: ?Sized + Send + Sync + 'static>(context: *mut c_void) -> &'a Target<T> {
    let implementation = unsafe { &*context.cast::<Implementation>() };
    implementation.target.downcast_ref().expect("an object of another protocol")
}

/// Releases an object that the program implements.
///
/// # Safety
/// The context is that of an implementation.
pub(crate) unsafe extern "C" fn release_implementation(context: *mut c_void) {
    if !context.is_null() {
        catch(|| drop(unsafe { Box::from_raw(context.cast::<Implementation>()) }));
    }
}

/// The object of the program behind one of the library, if it is of this type.
///
/// # Safety
/// The object is of a protocol.
pub(crate) unsafe fn downcast<O: Object, T: Any>(object: &O) -> Option<&T> {
    let context = unsafe { sys::the_prefix_implementation(object.bits(), Some(release_implementation), std::ptr::null_mut()) };
    let implementation = unsafe { context.cast::<Implementation>().as_ref()? };
    implementation.object.as_ref()?.downcast_ref()
}

/// An object of the library that has the default implementation of a function, and calls the program for all others.
pub(crate) struct Temporary<O, T: ?Sized + 'static> {
    object: O,
    place: Arc<RwLock<Option<Borrowed<T>>>>,
}

impl<O, T: ?Sized + 'static> Temporary<O, T> {
    pub(crate) fn new(object: *const T, make: impl FnOnce(Target<T>) -> O) -> Temporary<O, T> {
        let place = Arc::new(RwLock::new(Some(Borrowed(object))));
        Temporary { object: make(Target::Borrowed(place.clone())), place }
    }

    pub(crate) fn get(&self) -> &O {
        &self.object
    }
}

impl<O, T: ?Sized + 'static> Drop for Temporary<O, T> {
    fn drop(&mut self) {
        *self.place.write().unwrap_or_else(|error| error.into_inner()) = None;
    }
}
