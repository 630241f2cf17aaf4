package import PTP

/// A number that Canon may have a name for.
///
/// Canon's names are kept apart from those of the standard: other makers give other meanings to the same numbers, so who prints a code
/// must know whose camera it came from.
package protocol EOSCode: PTPCode {
    /// The names that are used of EOS bodies.
    static var eosNames: [UInt16: String] { get }
}

extension EOSCode {
    /// The standard's name, else Canon's; nil for a number that neither explains.
    package var eosName: String? { name ?? Self.eosNames[rawValue] }

    /// The name, or the number in hexadecimal: "GetEvent", "0x9199".
    package var eosDescription: String { eosName ?? hexadecimal }
}
