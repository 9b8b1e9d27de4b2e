//! A Rust program with generics, trait objects, panics, threads and formatting; the standard library comes with it.
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::io::{self, BufRead};
use std::sync::{mpsc, Arc, Mutex};
use std::thread;

trait Shape: Display + Send + Sync {
    fn area(&self) -> f64;
}

macro_rules! shape {
    ($name:ident, $field:ident, $area:expr) => {
        struct $name {
            $field: f64,
        }
        impl Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "{} of {:.2}", stringify!($name), self.area())
            }
        }
        impl Shape for $name {
            fn area(&self) -> f64 {
                let area: fn(f64) -> f64 = $area;
                area(self.$field)
            }
        }
    };
}

shape!(Circle, radius, |radius| std::f64::consts::PI * radius * radius);
shape!(Square, side, |side| side * side);

fn parse(line: &str) -> Result<Box<dyn Shape>, String> {
    let mut words = line.split_whitespace();
    let kind = words.next().ok_or("empty line")?;
    let size = words.next().ok_or_else(|| format!("{kind} without a size"))?;
    let size: f64 = size.parse().map_err(|error| format!("{size}: {error}"))?;
    match kind {
        "circle" => Ok(Box::new(Circle { radius: size })),
        "square" => Ok(Box::new(Square { side: size })),
        other => Err(format!("unknown shape {other}")),
    }
}

fn main() {
    let totals = Arc::new(Mutex::new(HashMap::<String, f64>::new()));
    let (sender, receiver) = mpsc::channel::<String>();
    let worker = {
        let totals = Arc::clone(&totals);
        thread::spawn(move || {
            for line in receiver {
                match parse(&line) {
                    Ok(shape) => *totals.lock().unwrap().entry(shape.to_string()).or_default() += shape.area(),
                    Err(message) => eprintln!("{message}"),
                }
            }
        })
    };
    for line in io::stdin().lock().lines() {
        sender.send(line.expect("readable input")).expect("a worker");
    }
    drop(sender);
    worker.join().expect("no panic");
    let sorted: BTreeMap<_, _> = totals.lock().unwrap().clone().into_iter().collect();
    for (name, total) in sorted {
        println!("{name}: {total:>10.3}");
    }
}
