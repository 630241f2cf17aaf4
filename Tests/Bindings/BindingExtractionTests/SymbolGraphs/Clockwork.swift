/// A clock.
public final class Clock: Sendable {
    /// The hands of the clock.
    public struct Hands: Hashable, Sendable {
        /// The hour.
        public var hour: Int
        /// The minute.
        public var minute: Int
        /// Creates hands.
        public init(hour: Int, minute: Int = 0) { (self.hour, self.minute) = (hour, minute) }
    }
    /// The sound of the clock.
    public enum Sound: String, CaseIterable, Sendable { case tick, bell }
    public init() {}
    /// Where the hands are.
    public var hands: Hands { Hands(hour: 1) }
    @available(*, deprecated, message: "listen instead", renamed: "listen(to:)")
    public func hear() -> Sound? { nil }
    public func listen(to sound: Sound, _ body: @escaping @Sendable (Int) -> Void) async throws -> [Sound] { [] }
    @available(*, unavailable) public func stop() {}
    public subscript(index: Int) -> Hands { Hands(hour: index) }
}
/// A box of anything.
public struct Box<Content: Sendable>: Sendable {
    public var content: Content
    public init(content: Content) { self.content = content }
}
extension Box: Equatable where Content: Equatable {}
public protocol Winder { func wind(_ turns: Int) throws }
extension Winder { public func windTwice() throws { try wind(2) } }
public struct Key: Winder { public init() {}; public func wind(_ turns: Int) throws {} }
public typealias Keys = [Key]
public func boxed(_ keys: Keys) -> Box<String> { Box(content: "\(keys.count)") }
extension String { public var chimes: Int { count } }
public let midnight = 24
