//! Focus bracketing and time-lapse in the terminal, with progress.
//!
//! Usage: sequence focus|time-lapse [--simulated] [--count N] [--interval SECONDS] [--steps N] [--folder FOLDER]
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hotshoe::*;

struct Options {
    is_focus: bool,
    is_simulated: bool,
    count: u32,
    interval: Duration,
    /// Steps of the lens between two pictures.
    steps: u32,
    folder: String,
}

fn parse() -> Result<Options, Error> {
    let mut arguments = std::env::args().skip(1);
    let is_focus = match arguments.next().as_deref() {
        Some("focus") => true,
        Some("time-lapse") => false,
        _ => return Err("usage: sequence focus|time-lapse [--simulated] [--count N] [--interval SECONDS] [--steps N] [--folder FOLDER]".into()),
    };
    let mut options =
        Options { is_focus, is_simulated: false, count: 5, interval: Duration::from_secs(2), steps: 1, folder: ".".into() };
    while let Some(name) = arguments.next() {
        if name == "--simulated" {
            options.is_simulated = true;
            continue;
        }
        let value = arguments.next().ok_or_else(|| Error::new(format!("{name} needs a value")))?;
        match name.as_str() {
            "--count" => options.count = value.parse().map_err(Error::from_source)?,
            "--steps" => options.steps = value.parse().map_err(Error::from_source)?,
            "--interval" => {
                let seconds: f64 = value.parse().map_err(Error::from_source)?;
                if !(0.0..=86_400.0).contains(&seconds) {
                    return Err("the interval is 0 to 86400 seconds".into());
                }
                options.interval = Duration::from_secs_f64(seconds);
            }
            "--folder" => options.folder = value,
            _ => return Err(Error::new(format!("there is no option {name}"))),
        }
    }
    Ok(options)
}

/// A line that the next one replaces: the pictures so far, and the part of the present one that was downloaded.
fn print_progress(number: u32, count: u32, percent: u64) {
    let filled = (u64::from(number) * 100 + percent) * 30 / (u64::from(count) * 100).max(1);
    let bar: String = (0..30).map(|place| if place < filled { '#' } else { '.' }).collect();
    print!("\r[{bar}] {number}/{count} {percent:3} %");
    let _ = std::io::stdout().flush();
}

fn shoot(camera: &Camera, options: &Options, number: u32) -> Result<u64, Error> {
    let original = camera.shoot().wait()?.original().ok_or("the camera has no file for the picture")?;
    let name = original.safe_name();
    let extension = Path::new(&name).extension().map_or("jpg".into(), |extension| extension.to_string_lossy().into_owned());
    let path = format!("{}/{:04}.{extension}", options.folder, number + 1);
    let size = Arc::new(AtomicU64::new(0));
    let (received, count) = (size.clone(), options.count);
    let progress = move |progress: TransferProgress| {
        received.store(progress.completed_bytes, Ordering::Relaxed);
        if let Some(total) = progress.total_bytes.filter(|total| *total > 0) {
            print_progress(number, count, progress.completed_bytes * 100 / total);
        }
    };
    original.write_to_with(&path, RemoteFileWriteToOptions::new().replacing(true).progress(progress)).wait()?;
    Ok(size.load(Ordering::Relaxed))
}

fn run(camera: &Camera, options: &Options) -> Result<u64, Error> {
    let mut bytes = 0;
    let start = Instant::now();
    for number in 0..options.count {
        print_progress(number, options.count, 0);
        if !options.is_focus {
            let due = start + options.interval * number;
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
        } else if number > 0 {
            for _ in 0..options.steps {
                camera.drive_focus(FocusStep::new(FocusStepDirection::Far, FocusStepAmount::Medium)).wait()?;
            }
        }
        bytes += shoot(camera, options, number)?;
    }
    print_progress(options.count, options.count, 0);
    println!();
    Ok(bytes)
}

fn main() -> Result<(), Error> {
    let options = parse()?;
    std::fs::create_dir_all(&options.folder)?;
    let camera = if options.is_simulated {
        CameraSimulator::new().make_camera()
    } else {
        CameraDiscovery::new("Sequence").first(Duration::from_secs(10)).wait()?
    };
    camera.connect().wait()?;
    // The lens moves while live view is on.
    let mut live_view = camera.live_view();
    if options.is_focus {
        live_view.wait_next().ok_or("no live view")??;
    }
    let outcome = run(&camera, &options);
    live_view.close();
    camera.disconnect().wait()?;
    println!("{} pictures, {} bytes, in {}", options.count, outcome?, options.folder);
    Ok(())
}
