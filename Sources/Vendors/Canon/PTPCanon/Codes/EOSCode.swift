package import PTP

/// A code that may have a name by Canon.
///
/// Canon's names are separate from the standard's: other vendors use the same numbers with other meanings, so the name of a
/// code depends on the camera's vendor.
package protocol EOSCode: PTPCode {
    /// Names of the codes for EOS bodies.
    static var eosNames: [UInt16: String] { get }
}

extension EOSCode {
    /// The standard's name, otherwise Canon's; nil for a code without a name.
    package var eosName: String? { name ?? UInt16(exactly: rawValue).flatMap { Self.eosNames[$0] } }

    /// The name, or the number in hexadecimal: "GetEvent", "0x9199".
    package var eosDescription: String { eosName ?? hexadecimal }
}
