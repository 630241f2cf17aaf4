public import Foundation

/// A label that can be written and read as JSON.
public struct JarLabel: Codable, Equatable, Sendable {
    /// The text.
    public var text: String
    /// The number of jars.
    public var count: Int
    /// The day after which the contents are bad, if there is one.
    public var bestBefore: Date?

    /// Creates a label.
    public init(text: String, count: Int, bestBefore: Date? = nil) {
        (self.text, self.count, self.bestBefore) = (text, count, bestBefore)
    }
}

/// A shelf of labels.
public final class LabelStore: Codable, Sendable {
    /// The labels.
    public let labels: [JarLabel]

    /// Creates a shelf.
    public init(labels: [JarLabel]) { self.labels = labels }
}

/// The size of a jar.
public enum JarSize: String, Codable, Sendable {
    case small, large
}
