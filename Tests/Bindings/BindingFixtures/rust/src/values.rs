//! Values are the same after they have crossed the boundary twice.

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::time::{Duration, SystemTime};

use kitchen::*;

pub const TESTS: &[crate::Test] = &[
    ("numbers", numbers),
    ("texts and bytes", texts),
    ("times and identifiers", times),
    ("optional values", optionals),
    ("collections", collections),
    ("tuples and ranges", tuples),
    ("structures", structures),
    ("enumerations and sets of flags", enumerations),
    ("enums with payloads", variants),
    ("recursive enums", recursive),
    ("values of any type", any_values),
];

fn numbers() {
    assert!(echo(true) && !echo(false));
    assert_eq!((echo_int8(i8::MIN), echo_int16(i16::MIN), echo_int32(i32::MIN)), (i8::MIN, i16::MIN, i32::MIN));
    assert_eq!((echo_int64(i64::MIN), echo_int(i64::MAX)), (i64::MIN, i64::MAX));
    assert_eq!((echo_uint8(u8::MAX), echo_uint16(u16::MAX), echo_uint32(u32::MAX)), (u8::MAX, u16::MAX, u32::MAX));
    assert_eq!((echo_uint64(u64::MAX), echo_uint(u64::MAX)), (u64::MAX, u64::MAX));
    assert_eq!((echo_float(1.5), echo_double(-1e300)), (1.5, -1e300));
    assert!(echo_double(f64::NAN).is_nan());
    let mut number = 41;
    increment(&mut number);
    assert_eq!(number, 42);
}

fn texts() {
    for text in ["", "soup", "Käse 🧀", "a\0b"] {
        assert_eq!(echo_string(text), text);
    }
    assert_eq!(echo_character("👩‍🍳"), "👩‍🍳");
    assert_eq!(echo_bytes(&[0, 255]), [0, 255]);
    assert_eq!(echo_data(&[]), Vec::<u8>::new());
    assert_eq!(sum_of(&[1, 2, 3]), 6);
    assert_eq!(count_of(&[1, 2]), 2);
    assert_eq!(echo_url("https://example.org/a?b").unwrap(), "https://example.org/a?b");
    assert_eq!(echo_url("").unwrap_err().kind(), ErrorKind::InvalidArgument);
    let mut text = String::from("stir");
    lengthen(&mut text, &["and".to_string(), "wait".to_string()]);
    assert_eq!(text, "stir and wait");
    assert_eq!(called_out("soup"), "SOUP!");
}

fn times() {
    let time = Duration::new(3, 7);
    assert_eq!(echo_duration(time), time);
    // No limit is longer than the library's longest time.
    assert_eq!(echo_duration(Duration::MAX), Duration::from_nanos(i64::MAX as u64));
    for date in [SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH - Duration::from_secs(1), SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 31)] {
        assert_eq!(echo_date(date), date);
    }
    let identifier = Uuid([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]);
    assert_eq!(echo_identifier(identifier), identifier);
    assert_eq!(identifier.to_string(), "00010203-0405-0607-0809-0A0B0C0D0EFF");
}

fn optionals() {
    assert_eq!((echo_optional(Some(5)), echo_optional(None)), (Some(5), None));
    assert_eq!(echo_optional_text(Some("")).as_deref(), Some(""));
    assert_eq!(echo_optional_text(None), None);
    assert_eq!(echo_optional_recipe(Some(&Recipe::new("cake".into()))).unwrap().title, "cake");
    assert!(echo_optional_object(None).is_none());
    assert_eq!(echo_optional_object(Some(&Oven::new())).unwrap().name(), "oven");
    assert_eq!(echo_twice_optional(Some(3)), Some(Some(3)));
    assert!(settled(tried(1)) && !settled(tried(0)));
    assert_eq!(seats(), "4 north");
    assert_eq!(seats_with(SeatsOptions::new().count(Some(2)).window(None)), "2 anywhere");
    assert_eq!(seats_with(SeatsOptions::new().count(None)), "0 north");
    assert_eq!(courses(), 2);
    assert_eq!(courses_with(CoursesOptions::new().names(None)), -1);
}

fn collections() {
    assert_eq!(echo_numbers(&[]), Vec::<i64>::new());
    assert_eq!(echo_numbers(&[1, -2]), [1, -2]);
    let texts = vec!["a".to_string(), String::new()];
    assert_eq!(echo_texts(&texts), texts);
    let holes = vec![None, Some("x".to_string())];
    assert_eq!(echo_holes(&holes), holes);
    assert_eq!(echo_matrix(None), None);
    assert_eq!(echo_matrix(Some(&[vec![1], vec![]])), Some(vec![vec![1], vec![]]));
    let set: HashSet<String> = texts.iter().cloned().collect();
    assert_eq!(echo_set(&set), set);
    let map = HashMap::from([("a".to_string(), 1), ("b".to_string(), 2)]);
    assert_eq!(echo_dictionary(&map), map);
    let nested = HashMap::from([("a".to_string(), vec![Some(1), None])]);
    assert_eq!(echo_nested(&nested), nested);
    let appliances = echo_appliances(&[Appliance::new("kettle"), Oven::new().into()]);
    assert_eq!(appliances.iter().map(|each| each.name()).collect::<Vec<_>>(), ["kettle", "oven"]);
    let rack = Rack::new(&texts);
    assert_eq!(rack.len(), 2);
    assert_eq!((&rack).into_iter().collect::<Vec<_>>(), texts);
    assert_eq!(rack.element(0).unwrap(), "a");
    let mut filled = rack.clone();
    filled.add("wine");
    assert_eq!((rack.len(), filled.len()), (2, 3));
    let mut minutes = Minutes::new(2);
    assert_eq!((minutes.next(), minutes.next(), minutes.next()), (Some(1), Some(0), None));
    assert_eq!((&GuestQueue::new(&texts)).into_iter().collect::<Vec<_>>(), texts);
}

fn tuples() {
    let pair = (1, "one".to_string());
    assert_eq!(echo_tuple(&pair), pair);
    assert_eq!(echo_labelled(&(0.5, None)), (0.5, None));
    assert_eq!(echo_range(&(1..5)), 1..5);
    assert_eq!(echo_closed_range(&(0.5..=1.5)), 0.5..=1.5);
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn structures() {
    let position = Position::new(1.0, 2.0);
    assert_eq!(echo_position(position), position);
    assert_eq!(position + position, Position::new(2.0, 4.0));
    assert_eq!(-position, Position { x: -1.0, ..Position::new(0.0, -2.0) });
    let mut recipe = Recipe::new("soup".into());
    assert_eq!((recipe.servings, recipe.time, recipe.source.clone()), (4, Duration::from_secs(1800), None));
    recipe.steps = vec![RecipeStep::new("stir".into(), 5)];
    recipe.ingredients = vec![Ingredient::new("water".into(), Quantity::new(1.0))];
    recipe.source = Some("book".into());
    let copy = echo_recipe(&recipe);
    assert_eq!(copy, recipe);
    assert_eq!(hash(&copy), hash(&recipe));
    assert_ne!(recipe.scaled_to(8), recipe);
    assert!(Recipe::new("a".into()) < Recipe::new("b".into()));
    assert!(format!("{recipe}").contains("soup"));
    assert!(format!("{recipe:?}").contains("minutes: 5"));
    assert_eq!(CookingTime::default(), CookingTime::new());
    assert_eq!(echo_recipes(&[recipe.clone(), copy]).len(), 2);
    let mut guests = Guests::new(vec!["Ann".into()]);
    assert_eq!(guests.invite("Bob"), 2);
    assert_eq!(guests.names, ["Ann", "Bob"]);
    let label = JarLabel::new("jam".into(), 3);
    assert_eq!(JarLabel::from_json(&label.to_json().unwrap()).unwrap(), label);
    assert!(JarLabel::from_json("{").is_err());
    assert_eq!(warmed(&Tint::new(1, 2, "red".into())).r, 2);
}

fn enumerations() {
    for value in Doneness::all_cases() {
        assert_eq!(echo_doneness(value), value);
    }
    assert_eq!(MixerSpeed::Fast.raw_value(), 9);
    assert_eq!((MixerSpeed::new(5), MixerSpeed::new(2)), (Some(MixerSpeed::Medium), None));
    assert_eq!(JarSize::from_json("\"large\"").unwrap(), JarSize::Large);
    assert_eq!(echo_unit(Unit::all_cases()[0]), Unit::all_cases()[0]);
    let both = Diet::vegan() | Diet::gluten_free();
    assert!(both.contains(Diet::vegan()) && !Diet::vegan().contains(both));
    assert_eq!(echo_diet(both), both);
    assert_eq!(both & Diet::vegan(), Diet::vegan());
    assert_eq!(both ^ Diet::vegan(), Diet::gluten_free());
}

fn variants() {
    let main = Course::Main { dish: Dish::new("roast".into()), sides: vec!["beans".into()] };
    for course in [Course::None, Course::Soup { temperature: 70 }, main, Course::Dessert("cake".into(), true)] {
        assert_eq!(echo_course(&course), course);
    }
    assert_ne!(Course::None, Course::Soup { temperature: 1 });
    assert_eq!(carried_out(&Chore::Wait { minutes: 5 }, 1), 5);
    assert_eq!(carried_out(&Chore::Adjust(std::sync::Arc::new(|amount| amount - 1)), 8), 7);
    assert_eq!(carried_out(&multiplying_by(3), 4), 12);
    match multiplying_by(2) {
        Chore::Adjust(adjustment) => assert_eq!(adjustment(21), 42),
        _ => panic!("another chore"),
    }
}

fn recursive() {
    let water = Ingredient::new("water".into(), Quantity::new(1.0));
    let single = Assembly::make_single(&water);
    let layered = Assembly::make_layered(&[single.clone(), single.clone()]);
    let wrapped = Assembly::make_wrapped(&layered, "foil");
    assert_eq!(wrapped.count(), 3);
    assert_eq!(echo_assembly(&wrapped), wrapped);
    let (inside, by) = wrapped.as_wrapped().unwrap();
    assert_eq!((inside.as_layered().unwrap().len(), by.as_str()), (2, "foil"));
    assert_eq!(single.as_single().unwrap(), water);
    assert!(single.as_layered().is_none());
}

fn any_values() {
    assert_eq!(explain_any(&AnyValue::make_integer(4)), "Int 4");
    assert_eq!(echo_fact(&AnyValue::make_number(0.5)).as_number(), Some(0.5));
    assert_eq!(echo_fact(&AnyValue::make_boolean(true)).as_boolean(), Some(true));
    assert!(echo_optional_fact(None).is_none());
    assert!(facts().contains_key("oven"));
    let text = transform(&AnyValue::make_integer(1), |value| AnyValue::make_integer(value.as_integer().unwrap() + 1));
    assert_eq!(text, "Int 2");
    assert_eq!(listed(&AnyValue::make_integer(7)).len(), 1);
}
