import Foundation

/// The name of the price class of a weight.
public func name(forGrams grams: Int) -> String? {
    guard let url = Bundle.module.url(forResource: "rates", withExtension: "txt"),
        let text = try? String(contentsOf: url, encoding: .utf8)
    else { return nil }
    for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count == 2, let limit = Int(words[0]), grams <= limit { return String(words[1]) }
    }
    return nil
}
