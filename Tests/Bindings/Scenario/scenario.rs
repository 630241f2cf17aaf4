// The steps of steps.txt in Rust. Usage: scenario-rust PLACE FILE: the port of a simulated camera, or the address of a server from its
// // on, and the file for a picture.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;

use hotshoe::*;

const WITHIN: Duration = Duration::from_secs(60);

fn reflected() -> PropertyCompletion {
    PropertyCompletion::Reflected { timeout: WITHIN }
}

/// Prints the code of the error of a call.
fn show<T>(step: &str, result: Result<T, Error>) {
    match result {
        Ok(_) => println!("{step}: no error"),
        Err(Error::Camera(error)) => println!("{step}: error {}", error.code() as i32),
        Err(error) if error.kind() == ErrorKind::Cancelled => println!("{step}: error {}", CameraErrorCode::Cancelled as i32),
        Err(error) => println!("{step}: {error}"),
    }
}

fn simulator(authentication: Option<&CameraSimulatorAuthentication>, fault: Option<SimulatedFault>) -> CameraSimulator {
    let mut configuration = CameraSimulatorConfiguration::new();
    if let Some(authentication) = authentication {
        configuration.set_authentication(authentication);
    }
    if let Some(fault) = fault {
        configuration.set_faults(&[fault]);
    }
    CameraSimulator::with_options(CameraSimulatorNewOptions::new().configuration(&configuration))
}

async fn authenticate() -> Result<(), Error> {
    use AuthenticationRequestResponse as Response;
    use CameraSimulatorAuthentication as Kind;
    let (user, secret) = ("user".to_string(), "secret".to_string());
    let kinds = [
        (Kind::None, None),
        (Kind::ConfirmOnCamera { after: Duration::ZERO }, None),
        (
            Kind::Credentials { user_name: user.clone(), password: secret.clone() },
            Some(Response::Credentials { user_name: user.clone(), password: secret.clone() }),
        ),
        (Kind::NumericCode("1234".into()), Some(Response::NumericCode("1234".into()))),
        (Kind::JoinNetwork { name: user, password: secret }, Some(Response::JoinedNetwork)),
    ];
    for (index, (kind, response)) in kinds.into_iter().enumerate() {
        let simulator = simulator(Some(&kind), None);
        let camera = simulator.make_camera();
        let count = Arc::new(AtomicUsize::new(0));
        let counted = count.clone();
        let options = CameraConnectOptions::new().authenticate(move |request| {
            counted.fetch_add(1, Ordering::SeqCst);
            if let Some(response) = &response {
                request.respond(response);
            }
        });
        camera.connect_with(options).await?;
        println!("authentication {index}: {} requests, connected", count.load(Ordering::SeqCst));
        camera.disconnect().await?;
    }
    let simulator = simulator(Some(&Kind::NumericCode("1234".into())), None);
    let camera = simulator.make_camera();
    let options = CameraConnectOptions::new().authenticate(|request| request.cancel());
    show("cancelled authentication", camera.connect_with(options).await);
    camera.disconnect().await
}

async fn fail() -> Result<(), Error> {
    for code in CameraErrorCode::all_cases() {
        let trigger = SimulatedFaultTrigger::During(CameraOperation::Shoot);
        let simulator = simulator(None, Some(SimulatedFault::new(SimulatedFaultKind::Fail(code), trigger)));
        let camera = simulator.make_camera();
        camera.connect().await?;
        show(&format!("fault {}", code as i32), camera.shoot().await);
        camera.disconnect().await?;
    }
    Ok(())
}

async fn cancel() {
    let discovery = CameraDiscovery::with_providers("scenario", &[]);
    let first = discovery.first(WITHIN);
    first.cancel();
    show("cancelled call", first.await);
}

async fn unplug() -> Result<(), Error> {
    let simulator = simulator(None, None);
    let camera = simulator.make_camera();
    camera.connect().await?;
    let mut states = camera.connection_states();
    simulator.unplug();
    while let Some(state) = states.next().await {
        if matches!(state?, ConnectionState::NotConnected(_)) {
            break;
        }
    }
    println!("unplugged: not connected");
    show("after that", camera.shoot().await);
    Ok(())
}

async fn find(place: &str) -> Result<Camera, Error> {
    if place.starts_with('/') {
        let served = CameraDiscovery::with_providers("scenario", &[AnyCameraProvider::from(&RemoteCameraProvider::new())]);
        return served.camera_at(&CameraAddress::Provider { identifier: "http".into(), text: place.into() }).await;
    }
    let network = NetworkCameraProvider::new("scenario");
    let discovery = CameraDiscovery::with_providers("scenario", &[AnyCameraProvider::from(&network)]);
    let port = place.parse().map_err(Error::from_source)?;
    discovery.camera_at(&CameraAddress::Network { host: "127.0.0.1".into(), port: Some(port) }).await
}

async fn set_aperture(camera: &Camera) -> Result<(), Error> {
    let mode = ExposureModePropertySetOptions::new().completion(reflected());
    camera.exposure_mode().set_with(ExposureMode::AperturePriority, mode).await?;
    let aperture = camera.aperture();
    let eight = "f/8".parse::<Aperture>()?;
    let mut values = aperture.values();
    aperture.set_with(&eight, AperturePropertySetOptions::new().completion(reflected())).await?;
    while let Some(value) = values.next().await {
        let value = value?;
        if value == eight {
            println!("observed: {eight}");
            break;
        }
    }
    let mut live_view = camera.live_view();
    let mut count = 0;
    for _ in 0..1000 {
        match live_view.next().await {
            Some(frame) if frame.as_ref().map_or(false, |frame| frame.bytes().starts_with(&[0xff, 0xd8])) => count += 1,
            Some(_) => {}
            None => break,
        }
    }
    live_view.close();
    println!("{count} frames");
    println!("set: {}", aperture.value().expect("a value"));
    let property = camera.property(PropertyIdentifier::Aperture);
    show("invalid value", property.set_text_with("f/3", PropertySetTextOptions::new().completion(reflected())).await);
    Ok(())
}

async fn shoot(camera: &Camera, path: &str) -> Result<(), Error> {
    let original = camera.shoot().await?.original().expect("a file");
    let data = original.contents().await?;
    original.write_to_with(path, RemoteFileWriteToOptions::new().replacing(true)).await?;
    let same = if std::fs::read(path)? == data { "the same" } else { "not the same" };
    let kind = if data.starts_with(&[0xff, 0xd8]) { "a JPEG file" } else { "not a JPEG file" };
    println!("picture: {kind}, {same} as its download");
    Ok(())
}

async fn run(place: &str, path: &str) -> Result<(), Error> {
    authenticate().await?;
    fail().await?;
    cancel().await;
    unplug().await?;
    let camera = find(place).await?;
    camera.connect().await?;
    println!("over the network: connected");
    set_aperture(&camera).await?;
    shoot(&camera, path).await?;
    camera.disconnect().await?;
    show("disconnected", camera.shoot().await);
    Ok(())
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().collect();
    block_on(run(&arguments[1], &arguments[2]))?;
    if wait_for_live_handles(0, WITHIN) {
        return Ok(());
    }
    Err(Error::new(format!("{} objects are left", live_handles())))
}
