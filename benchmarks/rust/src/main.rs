//! Calls, frames and live view in Rust beside the bare functions in C. Usage: calls | frames | live PORT COUNT elements|await|credit
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use hotshoe::*;
use hotshoe_sys as sys;

/// Counts the allocations of Rust.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const ROUNDS: usize = 15;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Nanoseconds for a call of each function: medians of rounds, each of which runs both, after three that are not counted.
fn measure(count: u32, mut generated: impl FnMut(), mut bare: impl FnMut()) -> (f64, f64) {
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS + 3 {
        let bodies: [&mut dyn FnMut(u32); 2] =
            [&mut |count| (0..count).for_each(|_| generated()), &mut |count| (0..count).for_each(|_| bare())];
        for (body, times) in bodies.into_iter().zip(&mut times) {
            let start = Instant::now();
            body(count);
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / f64::from(count);
            if round >= 3 {
                times.push(nanoseconds);
            }
        }
    }
    let [generated, bare] = times;
    (median(generated), median(bare))
}

fn row(name: &str, (generated, bare): (f64, f64)) {
    println!("  {name:<22} {generated:8.1} {bare:8.1}   {:5.2} x", generated / bare);
}

fn simulated(size: usize) -> Result<Camera, Error> {
    let mut picture = vec![0x55; size];
    picture[..35].copy_from_slice(&[
        0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 2, 0x80, 3, 0xc0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3,
        0x11, 0, 63, 0,
    ]);
    picture[size - 2..].copy_from_slice(&[0xff, 0xd9]);
    let mut configuration = CameraSimulatorConfiguration::new();
    configuration.set_speed(CameraSimulatorSpeed::instant());
    configuration.set_live_view_rate(None);
    configuration.set_live_view_source(&CameraSimulatorLiveViewSource::Pictures(vec![picture]));
    let camera = CameraSimulator::with_options(CameraSimulatorNewOptions::new().configuration(&configuration)).make_camera();
    camera.connect().wait()?;
    Ok(camera)
}

fn frame(camera: &Camera) -> Result<LiveViewFrame, Error> {
    let mut stream = camera.live_view();
    let frame = stream.wait_next().ok_or("no frame")?;
    stream.close();
    frame
}

fn check(status: i32) {
    assert!(status == 0, "status {status}");
}

/// The number of an object. The safe crate does not tell it: a structure over a handle is that number.
unsafe fn bits<T>(object: &T) -> u64 {
    assert_eq!(std::mem::size_of::<T>(), 8);
    unsafe { *(object as *const T).cast::<u64>() }
}

fn calls() -> Result<(), Error> {
    let camera = simulated(46_000)?;
    let frame = frame(&camera)?;
    let (camera_bits, frame_bits) = unsafe { (bits(&camera), bits(&frame)) };
    println!("A call, ns: generated, bare extern \"C\"; medians of {ROUNDS} rounds");
    let number = measure(
        1_000_000,
        || {
            black_box(frame.byte_count());
        },
        || {
            let mut result = 0;
            check(unsafe { sys::hotshoe_live_view_frame_get_byte_count(sys::hotshoe_live_view_frame { bits: frame_bits }, &mut result) });
            black_box(result);
        },
    );
    row("number", number);
    let text = measure(
        300_000,
        || {
            black_box(camera.display_name());
        },
        || unsafe {
            let mut text = sys::hotshoe_string { data: std::ptr::null(), size: 0 };
            check(sys::hotshoe_camera_get_display_name(sys::hotshoe_camera { bits: camera_bits }, &mut text));
            let slice = std::slice::from_raw_parts(text.data.cast::<u8>(), text.size);
            let copy = String::from_utf8_lossy(slice).into_owned();
            sys::hotshoe_string_free(&mut text);
            black_box(copy);
        },
    );
    row("text", text);
    let argument = measure(
        300_000,
        || {
            black_box(Aperture::new(black_box(8.0)));
        },
        || unsafe {
            let mut aperture = sys::hotshoe_aperture { bits: 0 };
            check(sys::hotshoe_aperture_make(black_box(8.0), &mut aperture));
            sys::hotshoe_aperture_release(black_box(aperture));
        },
    );
    row("object made and freed", argument);
    camera.disconnect().wait()
}

fn frames() -> Result<(), Error> {
    println!("A frame handed over, µs: another owner of the frame, its bytes, and its release; the three C functions alone");
    for size in [46_000, 1 << 20, 16 << 20] {
        let camera = simulated(size)?;
        let frame = frame(&camera)?;
        let number = unsafe { bits(&frame) };
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let (generated, bare) = measure(
            100_000,
            || {
                let owner = frame.clone();
                black_box(owner.bytes()[owner.bytes().len() - 1]);
            },
            || unsafe {
                let native = sys::hotshoe_live_view_frame { bits: number };
                check(sys::hotshoe_live_view_frame_retain(native));
                for _ in 0..2 {
                    let mut bytes = sys::hotshoe_bytes { data: std::ptr::null(), size: 0 };
                    check(sys::hotshoe_live_view_frame_get_bytes(native, &mut bytes));
                    black_box(*bytes.data.add(bytes.size - 1));
                }
                sys::hotshoe_live_view_frame_release(native);
            },
        );
        // The lists of times are all that Rust allocates.
        let allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert!(allocations < 100, "{allocations} allocations");
        println!("  {size:9} bytes {:8.3} {:8.3}", generated / 1e3, bare / 1e3);
        camera.disconnect().wait()?;
    }
    Ok(())
}

struct Run {
    count: i64,
    wanted: i64,
    bytes: usize,
    begin: Instant,
    allocations: u64,
}

impl Run {
    /// Counts a frame, and prints the line at the end. The first hundred are not counted.
    fn take(&mut self, frame: &LiveViewFrame) -> bool {
        if self.count == 0 {
            self.begin = Instant::now();
            self.allocations = ALLOCATIONS.load(Ordering::Relaxed);
        }
        self.count += 1;
        self.bytes += frame.bytes().len();
        if self.count != self.wanted {
            return true;
        }
        let allocations = ALLOCATIONS.load(Ordering::Relaxed) - self.allocations;
        let seconds = self.begin.elapsed().as_secs_f64();
        println!("{seconds:.6} {} {} 0 {:.6}", self.bytes, self.wanted, allocations as f64 / self.wanted as f64);
        false
    }
}

fn live(port: &str, count: &str, way: &str) -> Result<(), Error> {
    let network = AnyCameraProvider::from(&NetworkCameraProvider::new("benchmark"));
    let discovery = CameraDiscovery::with_providers("benchmark", &[network]);
    let port = Some(port.parse().map_err(Error::from_source)?);
    let camera = discovery.camera_at(&CameraAddress::Network { host: "127.0.0.1".into(), port }).wait()?;
    camera.connect().wait()?;
    let wanted = count.parse().map_err(Error::from_source)?;
    let mut run = Run { count: -100, wanted, bytes: 0, begin: Instant::now(), allocations: 0 };
    let mut stream = camera.live_view();
    match way {
        "elements" => {
            for frame in &mut stream {
                if !run.take(&frame?) {
                    break;
                }
            }
        }
        "await" => block_on(async {
            while let Some(frame) = stream.next().await {
                if !run.take(&frame?) {
                    break;
                }
            }
            Ok::<_, Error>(())
        })?,
        _ => {
            let (sender, receiver) = mpsc::sync_channel(1);
            let run = std::sync::Mutex::new(Some(run));
            let subscription = stream.subscribe_with_credit(move |frame| {
                let mut place = run.lock().unwrap();
                if place.as_mut().map_or(false, |run| !run.take(&frame)) {
                    *place = None;
                    let _ = sender.send(());
                }
            });
            receiver.recv_timeout(Duration::from_secs(300)).map_err(Error::from_source)?;
            drop(subscription);
        }
    }
    stream.close();
    camera.disconnect().wait()
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["calls"] => calls(),
        ["frames"] => frames(),
        ["live", port, count, way] => live(port, count, way),
        _ => Err("usage: calls | frames | live PORT COUNT elements|await|credit".into()),
    }
}
