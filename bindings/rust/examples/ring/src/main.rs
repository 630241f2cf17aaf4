//! Uses the ring in this program.
use std::time::Duration;

use hotshoe::*;

fn brightness(live_view: &mut LiveViewStream, wanted: Option<u8>) -> Result<u8, Error> {
    for frame in live_view.elements().take(100) {
        let brightness = frame?.bytes()[0];
        if wanted.map_or(true, |wanted| wanted == brightness) {
            return Ok(brightness);
        }
    }
    Err("no such frame".into())
}

fn main() -> Result<(), Error> {
    let discovery = CameraDiscovery::with_providers("ring", &[AnyCameraProvider::new(ring::RingProvider)]);
    let camera = discovery.first(Duration::from_secs(5)).wait()?;
    camera.connect().wait()?;
    println!("connected to {}", camera.info().ok_or("no information")?.model);
    let aperture = camera.property(PropertyIdentifier::Aperture);
    let mut live_view = camera.live_view();
    println!("brightness {}", brightness(&mut live_view, None)?);
    let reflected = PropertyCompletion::Reflected { timeout: Duration::from_secs(1) };
    aperture.set_text_with("f/2.8", PropertySetTextOptions::new().completion(reflected)).wait()?;
    println!("now at {}", aperture.value().ok_or("no value")?.label());
    println!("brightness {}", brightness(&mut live_view, Some(255))?);
    live_view.close();
    let original = camera.shoot().wait()?.original().ok_or("no picture")?;
    println!("a picture of {} bytes", original.contents().wait()?.len());
    camera.disconnect().wait()
}
