import Synchronization

/// The number of strong references to an object, for the judgement whether code of the library refers to it.
@_silgen_name("swift_retainCount")
private func retainCount(_ object: UnsafeRawPointer) -> Int

extension HandleTable {
    /// Finds the foreign object behind a handle.
    ///
    /// - Parameters:
    ///   - handle: the handle.
    ///   - release: the function that releases the contexts of the caller's objects.
    ///   - isKept: set to whether there are references besides one of the handle's users.
    /// - Returns: the context, valid as long as the handle; `nil` if there is none that `release` releases.
    func foreignContext(
        _ handle: UInt64,
        releasedBy release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
        isKept: inout Bool
    ) -> UnsafeMutableRawPointer? {
        guard let box = unsafe pin(handle, 0, UInt16.max) else { return nil }
        defer { unpin(handle) }
        guard let slot = unsafe slots.slot(at: handle),
            unsafe slot.pointee.payload.load(ordering: .relaxed) & HandleSlot.reusable != 0,
            let found = unsafe Self.foreignObject(in: box)
        else { return nil }
        let state = unsafe SlotState(bits: slot.pointee.state.load(ordering: .acquiring))
        isKept = unsafe state.hasSeveralUsers || retainCount(found.address) > 1
        return unsafe found.context.pointer(releasedBy: release)
    }

    /// The address and the context of the foreign object in a box. In a function of its own, which holds no reference to the object
    /// when it has returned.
    @inline(never)
    private static func foreignObject(in box: UnsafeMutableRawPointer) -> (address: UnsafeRawPointer, context: ForeignContext)? {
        // SAFETY: the caller has pinned the box, and the mark of its slot is that of a reusable object.
        guard let object = unsafe Unmanaged<ReusableObject>.fromOpaque(box).takeUnretainedValue().foreignObject else {
            return nil
        }
        return unsafe (UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), object.foreign_context)
    }
}
