private import Glibc

/// Names in folders of this computer.
enum FreeName {
    /// A path in a folder.
    static func path(_ name: String, in folder: String) -> String {
        folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
    }

    /// Whether there is a file, folder or symbolic link of this name, regardless of the link's target.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: `lstat` fills in one structure; the path is a terminated string for the time of the call.
        return unsafe lstat(path, &status) == 0
    }
}
