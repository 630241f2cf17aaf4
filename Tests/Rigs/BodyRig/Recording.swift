import Foundation

/// Text that a test compares with a file. `HOTSHOE_RECORD=1` writes the file again.
package enum Recording {
    /// Returns whether a file has a text.
    package static func matches(_ text: String, at path: String) -> Bool {
        if ProcessInfo.processInfo.environment["HOTSHOE_RECORD"] != nil {
            try? text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        return text == (try? String(contentsOfFile: path, encoding: .utf8))
    }
}
