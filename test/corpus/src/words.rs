// Counts words of its input, most frequent first.
use std::collections::HashMap;
use std::io::{self, Read};

#[derive(Debug)]
enum WordError {
    Empty,
    Input(io::Error),
}

fn count(text: &str) -> Result<Vec<(String, usize)>, WordError> {
    if text.trim().is_empty() {
        return Err(WordError::Empty);
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(&right.0)));
    Ok(rows)
}

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text).map_err(WordError::Input);
    match read.and_then(|_| count(&text)) {
        Ok(rows) => rows.iter().take(10).for_each(|(word, times)| println!("{times:>6} {word}")),
        Err(problem) => {
            eprintln!("words: cannot count: {problem:?}");
            std::process::exit(1);
        }
    }
}
