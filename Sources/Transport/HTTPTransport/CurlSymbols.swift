internal import CCurl
import Glibc
import HotShoeSupport

/// The functions of libcurl that are used, with the types from its header.
@safe
struct CurlSymbols: Sendable {
    // SAFETY: functions of a library that is never unloaded, with the types from its header.
    var easyInit: CurlEasyInit
    var easyCleanup: CurlEasyCleanup
    var pause: CurlEasyPause
    var errorText: CurlEasyStrError
    var listAppend: CurlListAppend
    var listFree: CurlListFree
    var multiInit: CurlMultiInit
    var multiCleanup: CurlMultiCleanup
    var add: CurlMultiAdd
    var remove: CurlMultiRemove
    var perform: CurlMultiPerform
    var poll: CurlMultiPoll
    var wakeUp: CurlMultiWakeUp
    var infoRead: CurlMultiInfoRead
    /// The functions with a variable number of arguments, by their addresses.
    nonisolated(unsafe) var setOption: UnsafeMutableRawPointer
    nonisolated(unsafe) var getInfo: UnsafeMutableRawPointer
    nonisolated(unsafe) var setMultiOption: UnsafeMutableRawPointer

    /// Debian has the library with OpenSSL, and with GnuTLS; the former is the usual one.
    private static let fileNames = ["libcurl.so.4", "libcurl-gnutls.so.4"]

    /// The library of this process, loaded once.
    static let shared = Result { () throws(HTTPError) in try loaded() }

    private static func loaded() throws(HTTPError) -> Self {
        guard let library = unsafe try? SharedLibrary.load(fileNames) else {
            throw HTTPError(.libraryMissing, "libcurl is not installed. Install it: apt install libcurl4")
        }
        let initialise: CurlGlobalInit = unsafe try function("curl_global_init", in: library)
        guard initialise(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
            throw HTTPError(.libraryMissing, "libcurl cannot be used on this machine.")
        }
        return unsafe Self(
            easyInit: try function("curl_easy_init", in: library),
            easyCleanup: try function("curl_easy_cleanup", in: library),
            pause: try function("curl_easy_pause", in: library),
            errorText: try function("curl_easy_strerror", in: library),
            listAppend: try function("curl_slist_append", in: library),
            listFree: try function("curl_slist_free_all", in: library),
            multiInit: try function("curl_multi_init", in: library),
            multiCleanup: try function("curl_multi_cleanup", in: library),
            add: try function("curl_multi_add_handle", in: library),
            remove: try function("curl_multi_remove_handle", in: library),
            perform: try function("curl_multi_perform", in: library),
            poll: try function("curl_multi_poll", in: library),
            wakeUp: try function("curl_multi_wakeup", in: library),
            infoRead: try function("curl_multi_info_read", in: library),
            setOption: try address("curl_easy_setopt", in: library),
            getInfo: try address("curl_easy_getinfo", in: library),
            setMultiOption: try address("curl_multi_setopt", in: library)
        )
    }

    private static func address(
        _ name: String,
        in library: UnsafeMutableRawPointer
    ) throws(HTTPError) -> UnsafeMutableRawPointer {
        guard let address = unsafe dlsym(library, name) else {
            throw HTTPError(.libraryMissing, "The libcurl of this machine has no \(name): install a newer one (7.68 or later).")
        }
        return unsafe address
    }

    private static func function<Function>(
        _ name: String,
        in library: UnsafeMutableRawPointer
    ) throws(HTTPError) -> Function {
        // SAFETY: `Function` is the type that <curl/curl.h> declares for this name; all function pointers have the same size.
        return unsafe unsafeBitCast(try address(name, in: library), to: Function.self)
    }
}
