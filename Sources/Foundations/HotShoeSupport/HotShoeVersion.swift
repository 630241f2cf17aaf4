/// The version of HotShoe.
package enum HotShoeVersion {
    /// The version as text.
    package static let text = "0.1.0"
}
