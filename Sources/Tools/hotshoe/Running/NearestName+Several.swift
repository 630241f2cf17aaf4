import HotShoeSupport
import Wording

extension NearestName {
    /// Returns at most three suggestions: names near to `text`, else names that contain it or one of its words.
    static func several(of text: String, among names: [String]) -> [String] {
        if let nearest = of(text, among: names) { return [nearest] }
        let words = text.split { !$0.isLetter && !$0.isNumber }.filter { $0.utf8.count >= 3 }.map(String.init)
        return Array(names.filter { name in words.contains { name.includes($0) } }.prefix(3))
    }
}
