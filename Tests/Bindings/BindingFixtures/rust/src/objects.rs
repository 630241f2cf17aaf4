//! Objects of classes, and values behind handles.

use std::collections::HashSet;
use std::convert::TryFrom;

use kitchen::*;

pub const TESTS: &[crate::Test] = &[
    ("classes and subclasses", classes),
    ("initialisers that fail", failable),
    ("arguments with default values", builders),
    ("values that change", mutable_values),
    ("values that cannot be copied", unique_values),
    ("borrowed bytes", borrowed_bytes),
    ("errors with their cases", errors),
];

fn classes() {
    let oven = Oven::new();
    // Members of the superclass.
    assert_eq!((oven.name(), oven.power(), oven.temperature()), ("oven".to_string(), 3000.0, 180));
    assert_eq!(oven.start(), "oven heats to 180");
    oven.set_power(-1.0);
    assert_eq!(oven.power(), 0.0);
    let appliance: Appliance = oven.clone().into();
    assert_eq!(appliance.start(), "oven heats to 180");
    assert_eq!(oven.uses(), 2);
    assert_eq!(Oven::try_from(&appliance).unwrap().temperature(), 180);
    assert!(Mixer::try_from(&appliance).is_err());
    assert!(Appliance::standard().is_stronger_than(&oven));
    // Two owners of one object are equal, two objects are not.
    assert!(oven == oven.clone() && oven != Oven::new());
    assert_eq!(HashSet::from([oven.clone(), oven.clone()]).len(), 1);
    oven.set_door();
    assert_eq!(oven.door(), OvenDoor::Open);
    oven.set_door_with(OvenSetDoorOptions::new().door(OvenDoor::Closed));
    assert_eq!(oven.door(), OvenDoor::Closed);
    assert!(format!("{oven:?}").starts_with("Oven"));
}

fn failable() {
    assert!(Oven::with_watts(0.5).is_none());
    assert_eq!(Oven::with_watts(5.0).unwrap().power(), 5.0);
    assert_eq!(Mixer::new(10.0).unwrap().speed(), MixerSpeed::Slow);
    match Mixer::new(6000.0) {
        Err(Error::Kitchen(KitchenError::TooHot { degrees, limit })) => assert_eq!((degrees, limit), (5001, 5000)),
        other => panic!("{other:?}"),
    }
}

fn builders() {
    assert_eq!(totalled(&[1, 2]), "3 g");
    assert_eq!(totalled_with(&[1, 2], TotalledOptions::new().unit("kg")), "3 kg");
    assert_eq!(Oven::with_options(OvenNewOptions::new().temperature(90)).temperature(), 90);
    assert_eq!(set_table(3), 3);
    assert_eq!(joined("a", &[None, Some("b".into())], "-").unwrap(), "a-b");
}

fn mutable_values() {
    let mut book = Cookbook::new();
    book.add(&Recipe::new("soup".into()));
    let copy = book.clone();
    book.add(&Recipe::new("cake".into()));
    book.set_title("both");
    assert_eq!((copy.count(), book.count()), (1, 2));
    assert_eq!((copy.at(1), book.at(1).unwrap().title), (None, "cake".to_string()));
    assert_eq!(echo_cookbook(&book).title(), "both");
    let mut bill = Bill::new();
    bill.nest("menu", |inner| {
        inner.add("soup");
        Ok(())
    })
    .unwrap();
    assert_eq!(bill.text(), "menu(soup)");
    assert!(bill.nest("x", |_| Err(Error::new("stop"))).is_err());
    BillItem::new("bread").write_into(&mut bill).unwrap();
    assert!(bill.text().ends_with("bread"));
    let mixing = mixed(|mixing| {
        mixing.add("flour");
        mixing.set_speed(3);
        Ok(())
    });
    assert_eq!(mixing.unwrap().summary(), "flour at 3");
    let mut stack = StackOfString::new();
    stack.push("plate");
    assert_eq!((stack.pop().as_deref(), stack.pop()), (Some("plate"), None));
}

fn unique_values() {
    let before = Pot::count();
    let mut pot = Pot::new(4).unwrap();
    assert!(Pot::new(-1).is_none());
    assert_eq!(Pot::count(), before + 1);
    let half = pot.split().unwrap();
    assert_eq!(pot.litres() + half.litres(), 4);
    let whole = pot.combined_with(half);
    assert_eq!(whole.serve(), 4);
    assert_eq!(Pot::count(), before);
    let stove = Stove::new();
    stove.put(Pot::new(2).unwrap());
    assert_eq!(stove.take_pot().unwrap().litres(), 2);
    assert!(stove.take_pot().is_none());
    assert_eq!(Token::new(7).redeem(), 7);
}

fn borrowed_bytes() {
    let photo = Photo::new(&[1, 2, 3]);
    let bytes = photo.bytes();
    assert_eq!(bytes, [1, 2, 3]);
    assert_eq!(bytes.as_ptr(), photo.bytes().as_ptr());
}

fn errors() {
    let error = fail_with(&KitchenError::Missing("salt".into())).unwrap_err();
    assert!(matches!(&error, Error::Kitchen(KitchenError::Missing(what)) if what == "salt"));
    assert!(error.to_string().contains("salt"), "{error}");
    assert_eq!(error.kind(), ErrorKind::Failed);
    let detail = KitchenErrorDetail::new("cellar".into(), vec![1, -2]);
    match fail_with(&KitchenError::Wrapped(detail.clone())).unwrap_err() {
        Error::Kitchen(KitchenError::Wrapped(same)) => assert_eq!(same, detail),
        other => panic!("{other:?}"),
    }
    assert!(matches!(fail_with_stock(), Err(Error::Stock(StockError::TooLittle { .. }))));
    let same = echo_error(&KitchenError::Closed.into());
    assert!(matches!(same, Error::Kitchen(KitchenError::Closed)));
    // An error of the program is the source of what it receives back.
    let cause = std::io::Error::new(std::io::ErrorKind::NotFound, "no salt");
    let back = echo_error(&Error::from_source(cause));
    let source = std::error::Error::source(&back).expect("the cause");
    assert_eq!(source.downcast_ref::<std::io::Error>().unwrap().kind(), std::io::ErrorKind::NotFound);
}
