// MARK: Errors

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The function failed.
    Failed,
    /// The call was cancelled.
    Cancelled,
    /// The object was consumed, or belongs to another library.
    InvalidHandle,
    /// An argument is no value of its type.
    InvalidArgument,
    /// A size exceeds the address space.
    TooLarge,
    /// The object does not provide the function.
    NotAvailable,
    /// The library was shut down.
    ShutDown,
    /// The function must be called on the main thread.
    WrongThread,
    /// The process is a forked child of the one that used the library.
    Forked,
    /// A running call uses the value.
    InUse,
}

impl ErrorKind {
    fn of(status: i32) -> ErrorKind {
        match status {
            -2 => ErrorKind::Cancelled,
            -3 => ErrorKind::InvalidHandle,
            -4 | -5 => ErrorKind::InvalidArgument,
            -6 => ErrorKind::TooLarge,
            -7 => ErrorKind::NotAvailable,
            -8 => ErrorKind::ShutDown,
            -9 => ErrorKind::WrongThread,
            -10 => ErrorKind::Forked,
            -11 => ErrorKind::InUse,
            _ => ErrorKind::Failed,
        }
    }

    fn status(self) -> i32 {
        match self {
            ErrorKind::Failed => -1,
            ErrorKind::Cancelled => -2,
            ErrorKind::InvalidHandle => -3,
            ErrorKind::InvalidArgument => -4,
            ErrorKind::TooLarge => -6,
            ErrorKind::NotAvailable => -7,
            ErrorKind::ShutDown => -8,
            ErrorKind::WrongThread => -9,
            ErrorKind::Forked => -10,
            ErrorKind::InUse => -11,
        }
    }
}

/// An error of the program, which the library passes on.
type Cause = Arc<dyn std::error::Error + Send + Sync>;

/// An error that has no type of the library: of the system, of the runtime, or of the program.
#[derive(Clone, Debug)]
pub struct Failure {
    kind: ErrorKind,
    message: String,
    type_name: String,
    cause: Option<Cause>,
}

impl Failure {
    /// The kind of the failure.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The failure and its remedy.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The name of the error's type in the library; empty for an error of the program.
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    fn of_status(status: i32) -> Failure {
        let message = unsafe { c_text(sys::the_prefix_status_text(status)) };
        Failure { kind: ErrorKind::of(status), message, type_name: String::new(), cause: None }
    }

    /// # Safety
    /// The pointer is that of an error.
    pub(crate) unsafe fn copied(error: *const sys::the_prefix_error) -> Failure {
        unsafe {
            let cause = sys::the_prefix_error_cause(error, Some(release_cause)).cast::<Cause>();
            Failure {
                kind: ErrorKind::of(sys::the_prefix_error_status(error)),
                message: c_text(sys::the_prefix_error_message(error)),
                type_name: c_text(sys::the_prefix_error_type(error)),
                cause: cause.as_ref().cloned(),
            }
        }
    }

    pub(crate) fn to_raw(&self) -> *mut sys::the_prefix_error {
        let message = sys::the_prefix_string { data: self.message.as_ptr().cast(), size: self.message.len() };
        unsafe {
            match &self.cause {
                None => sys::the_prefix_error_create(self.kind.status(), message),
                Some(cause) => {
                    let context = Box::into_raw(Box::new(cause.clone())).cast();
                    sys::the_prefix_error_create_with_cause(self.kind.status(), message, context, Some(release_cause))
                }
            }
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}

unsafe extern "C" fn release_cause(context: *mut c_void) {
    if !context.is_null() {
        catch(|| drop(unsafe { Box::from_raw(context.cast::<Cause>()) }));
    }
}

impl Error {
    /// An error of the program with a message.
    pub fn new(message: impl Into<String>) -> Error {
        Error::Other(Failure { kind: ErrorKind::Failed, message: message.into(), type_name: String::new(), cause: None })
    }

    /// An error of the program: its `source` wherever the library passes it.
    pub fn from_source(source: impl std::error::Error + Send + Sync + 'static) -> Error {
        let message = source.to_string();
        Error::Other(Failure { kind: ErrorKind::Failed, message, type_name: String::new(), cause: Some(Arc::new(source)) })
    }

    /// The kind of the failure; an error of one of the library's types is a failure of its function.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Other(failure) => failure.kind,
            #[allow(unreachable_patterns)]
            _ => ErrorKind::Failed,
        }
    }

    /// The failure and its remedy, in one sentence.
    pub fn message(&self) -> String {
        if let Error::Other(failure) = self {
            return failure.message.clone();
        }
        unsafe {
            let error = self.to_raw();
            let message = c_text(sys::the_prefix_error_message(error));
            sys::the_prefix_error_free(error);
            message
        }
    }

    /// # Safety
    /// The program owns the error.
    pub(crate) unsafe fn owned(error: *mut sys::the_prefix_error) -> Error {
        unsafe {
            let copy = Error::copied(error);
            sys::the_prefix_error_free(error);
            copy
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        Error::from_source(error)
    }
}

impl From<String> for Error {
    fn from(message: String) -> Error {
        Error::new(message)
    }
}

impl From<&str> for Error {
    fn from(message: &str) -> Error {
        Error::new(message)
    }
}

/// The error of a failed call, which this frees.
///
/// # Safety
/// The pointer is null, or that of an error that the program owns.
pub(crate) unsafe fn check(status: i32, error: *mut sys::the_prefix_error) -> Result<(), Error> {
    if status >= 0 && error.is_null() {
        return Ok(());
    }
    unsafe { failed(status, error) }
}

#[cold]
unsafe fn failed(status: i32, error: *mut sys::the_prefix_error) -> Result<(), Error> {
    unsafe {
        if status >= 0 {
            sys::the_prefix_error_free(error);
            return Ok(());
        }
        if error.is_null() {
            return Err(Error::Other(Failure::of_status(status)));
        }
        if status == -1 {
            return Err(Error::owned(error));
        }
        let mut failure = Failure::copied(error);
        failure.kind = ErrorKind::of(status);
        sys::the_prefix_error_free(error);
        Err(Error::Other(failure))
    }
}

/// Panics if a function has failed that cannot fail in a correct program.
pub(crate) fn must(status: i32) {
    if status < 0 {
        refuse(status);
    }
}

#[cold]
fn refuse(status: i32) -> ! {
    panic!("the_prefix: {}", Failure::of_status(status))
}
