/// The layout of a handle: `[type:14][generation:22][index:28]`. The null handle is 0.
@usableFromInline
enum HandleBits {
    @usableFromInline static let typeShift: UInt64 = 50
    @usableFromInline static let generationShift: UInt64 = 28
    @usableFromInline static let indexMask: UInt64 = 1 << 28 - 1
    @usableFromInline static let lastGeneration: UInt64 = 1 << 22 - 1
    static let lastType: UInt16 = 1 << 14 - 1

    @inlinable @inline(__always)
    static func isType(_ handle: UInt64, in first: UInt16, _ span: UInt16) -> Bool {
        UInt16(truncatingIfNeeded: handle &>> typeShift) &- first <= span
    }
}

/// The state of one slot: `[type:14][generation:22][users:14][pins:14]`, the upper half as in the slot's handle.
///
/// A free slot has no users and no pins, and the generation of its next handle.
@usableFromInline
struct SlotState {
    @usableFromInline static let tagShift: UInt64 = 28
    @usableFromInline static let countsMask: UInt64 = 1 << 28 - 1
    @usableFromInline static let pinsMask: UInt64 = 1 << 14 - 1
    @usableFromInline static let oneUser: UInt64 = 1 << 14
    @usableFromInline static let usersMask: UInt64 = pinsMask << 14

    @usableFromInline var bits: UInt64

    @inlinable @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    /// Creates the state of a free slot.
    init(freeWithGeneration generation: UInt64) { bits = generation << Self.tagShift }

    var generation: UInt64 { bits >> Self.tagShift & HandleBits.lastGeneration }

    /// Whether the slot has an object, for a user of the handle or for a running call.
    var isOccupied: Bool { bits & Self.countsMask != 0 }

    /// Whether `handle` refers to the slot's current object, and that object has users.
    @inlinable @inline(__always)
    func admits(_ handle: UInt64) -> Bool {
        (bits ^ handle) &>> Self.tagShift == 0 && bits & Self.usersMask != 0
    }

    /// The state with one more call; `nil` if the count is at its maximum.
    @inlinable @inline(__always)
    var pinned: SlotState? {
        bits & Self.pinsMask == Self.pinsMask ? nil : SlotState(bits: bits &+ 1)
    }

    /// The state with one more user; `nil` if the count is at its maximum.
    var retained: SlotState? {
        bits & Self.usersMask == Self.usersMask ? nil : SlotState(bits: bits + Self.oneUser)
    }

    /// The state with one user fewer.
    var released: SlotState { SlotState(bits: bits - Self.oneUser) }

    /// Whether there is more than one user.
    var hasSeveralUsers: Bool { bits & Self.usersMask > Self.oneUser }

    /// The state without users.
    var withoutUsers: SlotState { SlotState(bits: bits & ~Self.usersMask) }

    /// The initial state of an object of `type`.
    func occupied(by type: UInt16) -> SlotState {
        SlotState(bits: UInt64(type) << HandleBits.typeShift | bits | Self.oneUser)
    }

    /// The state for the next object; `nil` after the last generation.
    var freed: SlotState? {
        generation == HandleBits.lastGeneration ? nil : SlotState(freeWithGeneration: generation + 1)
    }
}
