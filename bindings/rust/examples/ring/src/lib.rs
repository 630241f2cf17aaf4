//! A kind of camera of one's own: a provider finds it, a driver connects to it, a connection controls it.
//!
//! Programs use it like any other camera. It has settings, live view and pictures; the library reports everything else as not supported.
//!
//!     cargo run                                        uses it in this program
//!     hotshoe --plugin target/debug/libring.so list    uses it at the command line
//!     HOTSHOE_PLUGINS=… ./my-program                   uses it in any program with HotShoe
#![allow(rustdoc::invalid_rust_codeblocks)]
#![deny(unsafe_op_in_unsafe_fn)]

mod plugin;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use hotshoe::*;

const SIZE: PixelSize = PixelSize { width: 64, height: 48 };
const STOPS: [&str; 4] = ["f/2.8", "f/4", "f/5.6", "f/8"];
const RATE: f64 = 30.0;

fn settable() -> Vec<PropertyValue> {
    let apertures = STOPS.iter().filter_map(|stop| stop.parse().ok());
    apertures.map(|aperture| PropertyValue::new(&CommonValue::Aperture(aperture))).collect()
}

/// A lens ring with a viewfinder: the state that the parts of a connection share.
struct Ring {
    host: CameraHost,
    stop: AtomicUsize,
    /// The pictures that it offers, each once: it has no card.
    offered: Mutex<HashMap<u64, Vec<u8>>>,
    count: AtomicUsize,
    live_view: Mutex<Option<JoinHandle<()>>>,
    is_running: AtomicBool,
}

impl Ring {
    fn new(host: CameraHost) -> Arc<Ring> {
        let ring = Ring {
            host,
            stop: AtomicUsize::new(2),
            offered: Mutex::default(),
            count: AtomicUsize::new(0),
            live_view: Mutex::default(),
            is_running: AtomicBool::new(false),
        };
        ring.report();
        Arc::new(ring)
    }

    fn set_aperture(&self, value: &PropertyValue) -> Result<(), Error> {
        let index = settable().iter().position(|each| each.matches(value));
        let index = index.ok_or_else(|| CameraError::new(CameraErrorCode::InvalidArgument, "The ring has apertures only."))?;
        self.stop.store(index, Ordering::SeqCst);
        self.report();
        Ok(())
    }

    /// Reports what the ring can do, what it can be used for, and its aperture with the settable values.
    fn report(&self) {
        let values = settable();
        let stills = CommandCategories::stills_shooting();
        let mut aperture = PropertyState::new(PropertyIdentifier::Aperture, SettableValues::enumeration(&values));
        aperture.value = Some(values[self.stop.load(Ordering::SeqCst)].clone());
        self.host.update(&[
            CameraUpdate::Capabilities(
                CameraCapabilities::exposure_control() | CameraCapabilities::live_view() | CameraCapabilities::shutter_control(),
            ),
            CameraUpdate::Categories { active: stills, supported: vec![stills] },
            CameraUpdate::Property(aperture),
        ]);
    }

    /// A grey picture, which is brighter with a wider aperture.
    fn draw(&self) -> Vec<u8> {
        let brightness = 255 / (1 + self.stop.load(Ordering::SeqCst));
        vec![brightness as u8; (3 * SIZE.width * SIZE.height) as usize]
    }

    fn shoot(&self) -> ShotResult {
        let mut picture = format!("P6 {} {} 255\n", SIZE.width, SIZE.height).into_bytes();
        picture.extend(self.draw());
        let number = self.count.fetch_add(1, Ordering::SeqCst) as u64 + 1;
        let original =
            TransferOfferAvailable::new(TransferOfferRepresentation::Original, Some(picture.len() as u64), "PPM".into());
        let identifier = TransferOfferIdentifier::new(number);
        let offer = TransferOffer::new(identifier, format!("RING{number:04}.PPM"), None, vec![original], true, false, None);
        self.offered.lock().unwrap().insert(number, picture);
        self.host.update(&[CameraUpdate::TransferOffered(offer.clone())]);
        ShotResult::new(Vec::new(), vec![offer])
    }

    fn stop_live_view(&self) {
        self.is_running.store(false, Ordering::SeqCst);
        if let Some(thread) = self.live_view.lock().unwrap().take() {
            let _ = thread.join();
        }
    }

    fn deliver(&self, sink: &LiveViewSink) {
        let mut info = LiveViewFrameInfo::new();
        info.set_format(LiveViewFrameInfoFormat::Rgb24);
        info.set_size(SIZE);
        let mut number = 0;
        while sink.is_active() && self.is_running.load(Ordering::SeqCst) {
            info.set_sequence_number(number);
            if sink.is_demanded() {
                sink.deliver(&self.draw(), &info);
            }
            number += 1;
            std::thread::sleep(Duration::from_secs_f64(1.0 / RATE));
        }
    }
}

/// A result that is available at once.
fn ready<T: Send + 'static>(result: Result<T, Error>) -> BoxFuture<'static, Result<T, Error>> {
    Box::pin(std::future::ready(result))
}

struct Part(Arc<Ring>);

impl PropertyDriver for Part {
    fn set_property(&self, _property: PropertyIdentifier, value: PropertyValue) -> BoxFuture<'_, Result<(), Error>> {
        ready(self.0.set_aperture(&value))
    }
}

impl LiveViewDriver for Part {
    fn start_live_view(&self, _options: LiveViewOptions, sink: LiveViewSink) -> BoxFuture<'_, Result<LiveViewFormat, Error>> {
        self.0.stop_live_view();
        self.0.is_running.store(true, Ordering::SeqCst);
        let ring = self.0.clone();
        *self.0.live_view.lock().unwrap() = Some(std::thread::spawn(move || ring.deliver(&sink)));
        ready(Ok(LiveViewFormat::new(SIZE, Some(RATE))))
    }

    fn set_live_view_options(&self, _options: LiveViewOptions) -> BoxFuture<'_, Result<(), Error>> {
        ready(Ok(()))
    }

    fn stop_live_view(&self) -> BoxFuture<'_, Result<(), Error>> {
        self.0.stop_live_view();
        ready(Ok(()))
    }
}

impl ShutterDriver for Part {
    fn shoot(&self, _options: ShootOptions) -> BoxFuture<'_, Result<ShotResult, Error>> {
        ready(Ok(self.0.shoot()))
    }
}

impl TransferDriver for Part {
    fn execute_transfer(
        &self,
        offer: TransferOfferIdentifier,
        _representation: TransferOfferRepresentation,
        consume: Arc<dyn Fn(Vec<u8>) -> Result<TransferDecision, Error> + Send + Sync>,
    ) -> BoxFuture<'_, Result<(), Error>> {
        let picture = self.0.offered.lock().unwrap().remove(&offer.number);
        ready(match picture {
            Some(picture) => consume(picture).map(|_| ()),
            None => Err(CameraError::new(CameraErrorCode::NotFound, "The ring has sent this picture already.").into()),
        })
    }

    fn decline_transfer(&self, offer: TransferOfferIdentifier) -> BoxFuture<'_, Result<(), Error>> {
        self.0.offered.lock().unwrap().remove(&offer.number);
        ready(Ok(()))
    }
}

impl CameraConnection for Part {
    fn info(&self) -> CameraInfo {
        CameraInfo::new("Example".into(), "Ring".into(), "1.0".into(), "RING-1".into())
    }

    fn properties(&self) -> Option<AnyPropertyDriver> {
        Some(AnyPropertyDriver::new(Part(self.0.clone())))
    }

    fn live_view(&self) -> Option<AnyLiveViewDriver> {
        Some(AnyLiveViewDriver::new(Part(self.0.clone())))
    }

    fn shutter(&self) -> Option<AnyShutterDriver> {
        Some(AnyShutterDriver::new(Part(self.0.clone())))
    }

    fn transfers(&self) -> Option<AnyTransferDriver> {
        Some(AnyTransferDriver::new(Part(self.0.clone())))
    }

    fn disconnect(&self, _options: DisconnectOptions) -> BoxFuture<'_, Result<(), Error>> {
        self.0.stop_live_view();
        ready(Ok(()))
    }
}

struct RingDriver;

impl CameraDriver for RingDriver {
    fn connect(&self, _options: ConnectOptions, host: CameraHost) -> BoxFuture<'_, Result<AnyCameraConnection, Error>> {
        ready(Ok(AnyCameraConnection::new(Part(Ring::new(host)))))
    }
}

/// Finds the ring.
pub struct RingProvider;

impl CameraProvider for RingProvider {
    fn identifier(&self) -> String {
        "ring".into()
    }

    /// Searches until the library drops the future.
    fn discover(&self, sink: AnyDiscoverySink) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(async move {
            let identifier = CameraIdentifier::new("ring:1".into());
            let mut description = CameraDescription::new(identifier, CameraFamily::new("example".into()), CameraTransport::Usb);
            description.name = Some("Ring".into());
            sink.found(&DiscoveredCamera::new(&description, || AnyCameraDriver::new(RingDriver)));
            sink.caught_up();
            std::future::pending().await
        })
    }
}
