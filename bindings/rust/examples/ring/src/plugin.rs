//! The entry of a plugin, as `<hotshoe/plugin.h>` describes it.
use std::ffi::CStr;
use std::os::raw::c_char;

use hotshoe::{AnyCameraProvider, Error, PluginCameraProvider};
use hotshoe_sys as sys;

#[repr(C)]
pub struct Plugin {
    size: u32,
    abi_version: u32,
    abi_fingerprint: u64,
    open: unsafe extern "C" fn(*const c_char, *mut *mut sys::hotshoe_error) -> i32,
}

/// A shared library with this variable is a plugin.
#[no_mangle]
#[allow(non_upper_case_globals)]
pub static hotshoe_plugin_1: Plugin = Plugin {
    size: std::mem::size_of::<Plugin>() as u32,
    abi_version: sys::ABI_VERSION,
    abi_fingerprint: sys::FINGERPRINT,
    open,
};

/// Registers the provider. The text is what follows `=` in `--plugin libring.so=TEXT`.
unsafe extern "C" fn open(argument: *const c_char, error: *mut *mut sys::hotshoe_error) -> i32 {
    // SAFETY: the library passes a text that is valid during the call.
    let text = unsafe { CStr::from_ptr(argument) }.to_string_lossy().into_owned();
    let outcome = std::panic::catch_unwind(|| register(&text)).unwrap_or_else(|_| Err("the plugin has panicked".into()));
    match outcome {
        Ok(()) => 0,
        Err(failure) => {
            let message = failure.to_string();
            let message = sys::hotshoe_string { data: message.as_ptr().cast(), size: message.len() };
            // SAFETY: the library frees the error, which it receives through the pointer.
            unsafe { *error = sys::hotshoe_error_create(-1, message) };
            -1
        }
    }
}

fn register(text: &str) -> Result<(), Error> {
    if !text.is_empty() {
        return Err(Error::new(format!("the ring has no place {text}")));
    }
    PluginCameraProvider::register(&AnyCameraProvider::new(crate::RingProvider))
}
