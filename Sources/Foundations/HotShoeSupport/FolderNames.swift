private import Glibc

/// The names in folders of this computer.
public enum FolderNames {
    /// Returns the names of what is in a folder, in no order, without "." and "..". Names that are not UTF-8 are left out.
    ///
    /// - Parameters:
    ///   - path: Path of the folder.
    ///   - limit: Maximum number of names; the others are left out.
    /// - Returns: nil if the folder cannot be read.
    public static func all(in path: String, limit: Int = .max) -> [String]? {
        // SAFETY: the path is a terminated string for the time of the call.
        guard let folder = unsafe opendir(path) else { return nil }
        return unsafe names(folder, limit)
    }

    /// Returns the names of what is in an open folder.
    ///
    /// - Parameters:
    ///   - descriptor: Descriptor of the folder, which is closed.
    ///   - limit: Maximum number of names; the others are left out.
    /// - Returns: nil if the folder cannot be read.
    public static func all(inOpenFolder descriptor: Int32, limit: Int = .max) -> [String]? {
        guard let folder = unsafe fdopendir(descriptor) else {
            close(descriptor)
            return nil
        }
        return unsafe names(folder, limit)
    }

    /// Reads a folder to its end and closes it.
    private static func names(_ folder: OpaquePointer, _ limit: Int) -> [String] {
        defer { unsafe closedir(folder) }
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        var names: [String] = []
        // SAFETY: an entry is valid until the next `readdir`. Its name is terminated and is read in place, because an entry is as long as its
        // name, and shorter than the structure: a copy of `d_name` would read beyond it.
        while names.count < limit, let entry = unsafe readdir(folder) {
            let bytes = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            if let name = unsafe String(validatingCString: bytes), name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
