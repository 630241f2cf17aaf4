import CameraModel
import Glibc

/// The file of a plugin: loading it runs its code, so no other user may be able to replace it.
enum PluginFile {
    /// Returns the file's path without symbolic links.
    ///
    /// - Throws: `CameraError.Code.notFound` if there is no file; `CameraError.Code.permissionDenied` if it, or a folder above it, can
    ///   be changed by every user or by a group that is not this user's first, or belongs to another user than this one and root;
    ///   `CameraError.Code.notSupported` if it is no regular file.
    static func resolved(_ path: String) throws(CameraError) -> String {
        // SAFETY: `realpath` returns a terminated string that the caller frees.
        guard let real = unsafe realpath(path, nil) else {
            let code: CameraError.Code = errno == EACCES ? .permissionDenied : .notFound
            throw CameraError(code, "The plugin cannot be read: \(systemMessage(errno)).", subject: path)
        }
        defer { unsafe free(real) }
        let file = unsafe String(cString: real)
        try check(file, of: path) { (file: stat) throws(CameraError) in
            guard file.st_mode & S_IFMT == S_IFREG else {
                throw CameraError(.notSupported, "The plugin is not a file.", subject: path)
            }
        }
        var folder = Substring(file)
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            try check(folder.isEmpty ? "/" : String(folder), of: path)
        }
        return file
    }

    /// Checks who can change a file or folder.
    private static func check(
        _ file: String,
        of path: String,
        also: (stat) throws(CameraError) -> Void = { (_) throws(CameraError) in }
    ) throws(CameraError) {
        var status = stat()
        // SAFETY: receives the address of one initialised value for the duration of the call.
        guard unsafe stat(file, &status) == 0 else {
            throw CameraError(.notFound, "\(file) cannot be read: \(systemMessage(errno)).", subject: path)
        }
        try also(status)
        let keepsOthersFiles = status.st_mode & S_ISVTX != 0
        let isShared = status.st_mode & S_IWOTH != 0 && !keepsOthersFiles
        // Many systems give each user a group, which may change the files of its user.
        let isOfOurGroup = status.st_gid == 0 || status.st_gid == getegid()
        let isOfOtherGroup = status.st_mode & S_IWGRP != 0 && !keepsOthersFiles && !isOfOurGroup
        let isOurs = status.st_uid == 0 || status.st_uid == geteuid()
        if isShared || isOfOtherGroup || !isOurs {
            let reason =
                isShared
                ? "every user of this computer can change it"
                : isOfOtherGroup ? "a group of users can change it" : "it belongs to another user"
            throw CameraError(
                .permissionDenied,
                "The plugin was not loaded because of \(file): \(reason).",
                subject: path
            )
        }
    }

    private static func systemMessage(_ code: Int32) -> String {
        // SAFETY: the text is terminated, and copied before any other call.
        unsafe String(cString: strerror(code))
    }
}
