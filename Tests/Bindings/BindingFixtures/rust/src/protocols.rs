//! Protocols that the program implements, and objects of the library that are of one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use kitchen::*;

pub const TESTS: &[crate::Test] = &[
    ("objects of the library", of_library),
    ("an object of the program", of_program),
    ("default implementations", defaults),
    ("a protocol that refines another one", refining),
    ("one object of the library for each of the program", identity),
    ("properties that change", properties),
    ("an object of the program that panics", panics),
];

struct Robot {
    stars: i64,
    drops: Arc<AtomicUsize>,
}

impl Drop for Robot {
    fn drop(&mut self) {
        self.drops.fetch_add(1, Ordering::SeqCst);
    }
}

impl Chef for Robot {
    fn name(&self) -> String {
        "robot".into()
    }

    fn greet(&self, guest: String) -> String {
        format!("beep {guest}")
    }

    fn taste(&self, dish: Dish) -> Result<i64, Error> {
        if dish.name.is_empty() {
            return Err(KitchenError::Missing("name".into()).into());
        }
        Ok(self.stars)
    }

    fn cook(&self, recipe: Recipe) -> BoxFuture<'_, Result<Dish, Error>> {
        Box::pin(async move {
            let text = echo_later(&recipe.title).await?;
            Ok(Dish::new(text))
        })
    }

    fn rest(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(async { Ok(()) })
    }
}

fn robot(stars: i64) -> (Robot, Arc<AtomicUsize>) {
    let drops = Arc::new(AtomicUsize::new(0));
    (Robot { stars, drops: drops.clone() }, drops)
}

fn of_library() {
    let house = HouseChef::new("Ann");
    let chef = AnyChef::from(&house);
    assert_eq!((chef.name(), hire(&chef)), ("Ann".to_string(), "Ann".to_string()));
    assert_eq!(chef.taste(&Dish::new("soup".into())).unwrap(), house.taste(&Dish::new("soup".into())).unwrap());
    assert!(chef.downcast_ref::<Robot>().is_none());
    // The object of the library has the trait, too.
    fn name(chef: &impl Chef) -> String {
        chef.name()
    }
    assert_eq!(name(&chef), "Ann");
    let head = AnyHeadChef::from(&house);
    assert!(head.decide(Doneness::all_cases()[0]));
    assert_eq!(AnyChef::from(&head).name(), "Ann");
    assert_eq!(AnyCertified::from(&Jar::new("jam".into())).certificate(), "jar of jam");
    assert_eq!(named(&AnyGadget::from(&Ladle::new())), "ladle");
}

fn of_program() {
    let (robot, drops) = robot(2);
    let chef = AnyChef::new(robot);
    assert_eq!(hire(&chef), "robot");
    let recipe = Recipe::new("cake".into());
    let lines = audition(&chef, &recipe).wait().unwrap();
    assert_eq!(lines, ["beep guest", "cake", "2", "robot cooks, with 0 stars"]);
    let error = audition(&chef, &Recipe::new(String::new())).wait().unwrap_err();
    assert!(matches!(error, Error::Kitchen(KitchenError::Missing(_))), "{error:?}");
    let best = best_of(&[chef.clone(), AnyChef::from(&HouseChef::new("Ann"))]).unwrap();
    drop((chef, best));
    // The library ends its own references on its threads.
    let start = std::time::Instant::now();
    while drops.load(Ordering::SeqCst) == 0 && start.elapsed() < std::time::Duration::from_secs(10) {
        std::thread::yield_now();
    }
    assert_eq!(drops.load(Ordering::SeqCst), 1);
}

struct Starred(Robot);

impl Chef for Starred {
    fn name(&self) -> String {
        self.0.name()
    }

    fn greet(&self, guest: String) -> String {
        self.0.greet(guest)
    }

    fn taste(&self, dish: Dish) -> Result<i64, Error> {
        self.0.taste(dish)
    }

    fn cook(&self, recipe: Recipe) -> BoxFuture<'_, Result<Dish, Error>> {
        self.0.cook(recipe)
    }

    fn rest(&self) -> BoxFuture<'_, Result<(), Error>> {
        self.0.rest()
    }

    fn stars(&self) -> i64 {
        3
    }

    // Refers to the default implementation of another one.
    fn motto(&self) -> String {
        format!("{}!", self.0.motto())
    }
}

fn defaults() {
    let (robot, _) = robot(1);
    assert_eq!((robot.stars(), robot.motto()), (0, "robot cooks".to_string()));
    let chef = AnyChef::new(Starred(robot));
    assert_eq!((chef.stars(), chef.motto()), (3, "robot cooks!".to_string()));
    assert_eq!(chef.introduction(), "robot cooks!, with 3 stars");
}

impl HeadChef for Starred {
    fn decide(&self, doneness: Doneness) -> bool {
        doneness == Doneness::WellDone
    }
}

fn refining() {
    let (robot, _) = robot(1);
    let head = AnyHeadChef::new(Starred(robot));
    assert!(head.decide(Doneness::WellDone));
    let chef = AnyChef::from(&head);
    assert_eq!(chef.greet("Bob"), "beep Bob");
    assert!(head.downcast_ref::<Starred>().is_some());
}

struct Seats(Mutex<Vec<String>>);

impl BookingDelegate for Seats {
    fn seated(&self, guest: String) {
        self.0.lock().unwrap().push(guest);
    }
}

fn identity() {
    let desk = BookingDesk::new();
    let delegate = AnyBookingDelegate::new(Seats(Mutex::new(Vec::new())));
    desk.set_delegate(Some(&delegate));
    desk.add(&delegate);
    assert!(desk.seat("Ann"));
    assert!(BookingDesk::same(&delegate, &desk.delegate().unwrap()));
    let seats: &Seats = delegate.downcast_ref().unwrap();
    assert_eq!(*seats.0.lock().unwrap(), ["Ann", "Ann"]);
    assert!(desk.remove(&delegate));
    // The delegate is weak: the object is alive as long as the program has an owner.
    drop(delegate);
    assert!(!desk.seat("Bob"));
}

struct Probe(Mutex<f64>);

impl Thermometer for Probe {
    fn degrees(&self) -> f64 {
        *self.0.lock().unwrap()
    }

    fn read(&self) -> f64 {
        self.degrees() * 2.0
    }
}

fn properties() {
    let probe = AnyThermometer::new(Probe(Mutex::new(20.0)));
    assert_eq!((probe.degrees(), probe.read()), (20.0, 40.0));
    let mercury = make_thermometer();
    assert_eq!(warm(&mercury, 1.0), 21.0);
    mercury.set_degrees(3.0);
    assert_eq!(mercury.read(), 3.0);
}

struct Broken;

impl Drain for Broken {
    fn write(&self, _text: String) -> bool {
        panic!("broken")
    }
}

fn panics() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    // The library receives what stands for a failure.
    assert_eq!(pour(&["a".into(), "b".into()], &AnyDrain::new(Broken)), 0);
    std::panic::set_hook(hook);
}
