private import Glibc

extension WebcamPlaces {
    /// The variable that names the program hotshoe-webcam, for tests and for installations elsewhere.
    static let programVariable = "HOTSHOE_WEBCAM"

    /// The places of this computer.
    ///
    /// - Parameters:
    ///   - variable: variables of the environment.
    ///   - root: in front of absolute paths of the system; replaced by tests.
    /// - Returns: the places.
    static func found(_ variable: (String) -> String?, root: String = "") -> WebcamPlaces {
        WebcamPlaces(
            devices: devices(root),
            hasPipeWire: hasPipeWire(variable),
            program: program(variable)
        )
    }

    /// Devices of v4l2loopback are virtual and have the attribute `max_openers`, which no other driver has.
    private static func devices(_ root: String) -> [Device] {
        let folder = "\(root)/sys/devices/virtual/video4linux"
        let numbers = names(in: folder).compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted()
        return numbers.filter { exists("\(folder)/video\($0)/max_openers") }.map { number in
            // SAFETY: the path is terminated.
            Device(path: "/dev/video\(number)", isWritable: unsafe access("\(root)/dev/video\(number)", R_OK | W_OK) == 0)
        }
    }

    /// Whether PipeWire's socket exists, as its client library finds it.
    private static func hasPipeWire(_ variable: (String) -> String?) -> Bool {
        let name = variable("PIPEWIRE_REMOTE").flatMap { $0.isEmpty ? nil : $0 } ?? "pipewire-0"
        if name.hasPrefix("/") { return exists(name) }
        let folders = ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"].compactMap(variable).filter { !$0.isEmpty }
        return folders.first.map { exists("\($0)/\(name)") } ?? false
    }

    private static func program(_ variable: (String) -> String?) -> String? {
        if let path = variable(programVariable), !path.isEmpty { return path }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: readlink writes at most the count it is given.
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let prefix = own.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        return ["\(prefix)/libexec", "/usr/local/libexec", "/usr/libexec"].map { "\($0)/hotshoe/hotshoe-webcam" }.first {
            // SAFETY: the path is terminated.
            unsafe access($0, X_OK) == 0
        }
    }

    // SAFETY: the path is terminated.
    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    private static func names(in folder: String) -> [String] {
        // SAFETY: the path is terminated; entries are copied before the next call, and the folder is closed once.
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe _ = closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            unsafe names.append(
                withUnsafePointer(to: entry.pointee.d_name) { name in
                    unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                }
            )
        }
        return names
    }
}
