//! The words of a panic, for the host to read after the instance trapped.

use std::sync::Mutex;

static MESSAGE: Mutex<String> = Mutex::new(String::new());

/// Keeps the words of a panic from now on; without it they are lost with the trap.
pub fn keep_panic_messages() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut message) = MESSAGE.try_lock() {
            *message = info.to_string();
        }
    }));
}

#[unsafe(no_mangle)]
pub extern "C" fn panic_message_pointer() -> *const u8 {
    MESSAGE.try_lock().map_or(std::ptr::null(), |message| message.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn panic_message_length() -> usize {
    MESSAGE.try_lock().map_or(0, |message| message.len())
}
