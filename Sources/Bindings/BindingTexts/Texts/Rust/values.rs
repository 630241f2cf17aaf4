// MARK: Values

/// A universally unique identifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uuid(pub [u8; 16]);

impl std::fmt::Display for Uuid {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if [4, 6, 8, 10].contains(&index) {
                formatter.write_str("-")?;
            }
            write!(formatter, "{byte:02X}")?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Uuid {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{self}")
    }
}

/// A time of the library; a negative one is none.
pub(crate) fn duration(nanoseconds: i64) -> Duration {
    Duration::from_nanos(nanoseconds.max(0) as u64)
}

pub(crate) fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

pub(crate) fn date(nanoseconds: i64) -> SystemTime {
    let distance = Duration::from_nanos(nanoseconds.unsigned_abs());
    if nanoseconds < 0 {
        SystemTime::UNIX_EPOCH - distance
    } else {
        SystemTime::UNIX_EPOCH + distance
    }
}

pub(crate) fn nanoseconds_since_1970(date: SystemTime) -> i64 {
    match date.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(distance) => nanoseconds(distance),
        Err(error) => i64::try_from(error.duration().as_nanos()).map_or(i64::MIN, |value| -value),
    }
}

/// The elements of an array.
///
/// # Safety
/// The memory is valid as long as the slice is used.
pub(crate) unsafe fn slice<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if data.is_null() || count == 0 {
        return &[];
    }
    unsafe { std::slice::from_raw_parts(data, count) }
}

pub(crate) unsafe fn text(text: sys::the_prefix_string) -> String {
    unsafe { String::from_utf8_lossy(slice(text.data.cast::<u8>(), text.size)).into_owned() }
}

pub(crate) unsafe fn bytes(bytes: sys::the_prefix_bytes) -> Vec<u8> {
    unsafe { slice(bytes.data, bytes.size).to_vec() }
}

pub(crate) unsafe fn lent_bytes<'a>(bytes: sys::the_prefix_bytes) -> &'a [u8] {
    unsafe { slice(bytes.data, bytes.size) }
}

/// A text of the library that ends with NUL.
unsafe fn c_text(text: *const c_char) -> String {
    unsafe { std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned() }
}

/// The library has returned a case that its interface does not have.
#[cold]
pub(crate) fn unknown(type_name: &str, number: i32) -> ! {
    panic!("the_prefix: {type_name} has no case {number}")
}

pub(crate) fn pointer<T>(value: &Option<T>) -> *const T {
    value.as_ref().map_or(std::ptr::null(), |value| value as *const T)
}

/// Memory and objects that live until a call has returned. In a result that the library receives, they become the library's.
pub(crate) struct Arena {
    is_given: bool,
    blocks: Vec<Box<dyn Any>>,
    temporary: Vec<(u64, fn(u64))>,
    errors: Vec<*mut sys::the_prefix_error>,
}

impl Arena {
    /// The arena of arguments.
    pub(crate) fn lent() -> Arena {
        Arena { is_given: false, blocks: Vec::new(), temporary: Vec::new(), errors: Vec::new() }
    }

    /// The arena of a result that the library receives.
    pub(crate) fn given() -> Arena {
        Arena { is_given: true, blocks: Vec::new(), temporary: Vec::new(), errors: Vec::new() }
    }

    pub(crate) unsafe fn text(&mut self, text: &str) -> sys::the_prefix_string {
        let native = sys::the_prefix_string { data: text.as_ptr().cast(), size: text.len() };
        if self.is_given {
            return unsafe { sys::the_prefix_string_copy(native) };
        }
        native
    }

    pub(crate) unsafe fn bytes(&mut self, bytes: &[u8]) -> sys::the_prefix_bytes {
        let native = sys::the_prefix_bytes { data: bytes.as_ptr(), size: bytes.len() };
        if self.is_given {
            return unsafe { sys::the_prefix_bytes_copy(native) };
        }
        native
    }

    pub(crate) unsafe fn array<T: Copy + 'static>(&mut self, mut items: Vec<T>) -> *mut T {
        if self.is_given {
            let size = std::mem::size_of_val(items.as_slice());
            let native = sys::the_prefix_bytes { data: items.as_ptr().cast(), size };
            return unsafe { sys::the_prefix_bytes_copy(native).data as *mut T };
        }
        let data = items.as_mut_ptr();
        if !items.is_empty() {
            self.blocks.push(Box::new(items));
        }
        data
    }

    pub(crate) unsafe fn object<T: Object>(&mut self, object: &T) -> u64 {
        if self.is_given {
            unsafe { must(T::retain(object.bits())) };
        }
        object.bits()
    }

    /// An object that was made for the call.
    pub(crate) fn temporary(&mut self, bits: u64, release: fn(u64)) -> u64 {
        if !self.is_given {
            self.temporary.push((bits, release));
        }
        bits
    }

    pub(crate) unsafe fn error(&mut self, error: &Error) -> *mut sys::the_prefix_error {
        let native = unsafe { error.to_raw() };
        if !self.is_given {
            self.errors.push(native);
        }
        native
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        for (bits, release) in self.temporary.drain(..) {
            release(bits);
        }
        for error in self.errors.drain(..) {
            unsafe { sys::the_prefix_error_free(error) };
        }
    }
}
