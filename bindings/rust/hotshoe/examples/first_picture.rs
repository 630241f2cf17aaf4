//! Takes a picture with the first camera that is found, or with a simulated one, and saves it as picture.jpg.
//!
//! Usage: first_picture [--simulated] [FILE]
use std::time::Duration;

use hotshoe::*;

fn main() -> Result<(), Error> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_simulated = arguments.first().map_or(false, |first| first == "--simulated");
    if is_simulated {
        arguments.remove(0);
    }
    let path = arguments.first().map_or("picture.jpg", String::as_str);
    let camera = if is_simulated {
        CameraSimulator::new().make_camera()
    } else {
        CameraDiscovery::new("First Picture").first(Duration::from_secs(10)).wait()?
    };
    camera.connect().wait()?;
    println!("connected: {}", camera.display_name());
    let original = camera.shoot().wait()?.original().ok_or("the camera has no file for the picture")?;
    original.write_to_with(path, RemoteFileWriteToOptions::new().replacing(true)).wait()?;
    println!("saved: {path}");
    camera.disconnect().wait()
}
