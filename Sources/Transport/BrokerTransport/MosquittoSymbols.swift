internal import CMosquitto
import Glibc
import HotShoeSupport

/// The functions of libmosquitto that are used, with the types from its header.
@safe
struct MosquittoSymbols: Sendable {
    // SAFETY: functions of a library that is never unloaded, with the types from its header.
    var new: MosquittoNew
    var destroy: MosquittoDestroy
    var setWill: MosquittoWillSet
    var setLogin: MosquittoLogin
    var setTLS: MosquittoTLSSet
    var setOption: MosquittoOption
    var setThreaded: MosquittoThreaded
    var connect: MosquittoConnect
    var disconnect: MosquittoDisconnect
    var loop: MosquittoLoop
    var publish: MosquittoPublish
    var subscribe: MosquittoSubscribe
    var onConnect: MosquittoOnConnect
    var onMessage: MosquittoOnMessage
    var onPublish: MosquittoOnPublish
    var onSubscribe: MosquittoOnSubscribe

    /// The library of this process, loaded once.
    static let shared = Result { () throws(BrokerError) in try loaded() }

    private static func loaded() throws(BrokerError) -> Self {
        guard let library = unsafe try? SharedLibrary.load(["libmosquitto.so.1"]) else {
            throw BrokerError(.libraryMissing, "libmosquitto is not installed. Install it: apt install libmosquitto1")
        }
        let initialise: MosquittoInit = unsafe try function("mosquitto_lib_init", in: library)
        _ = initialise()
        return unsafe Self(
            new: try function("mosquitto_new", in: library),
            destroy: try function("mosquitto_destroy", in: library),
            setWill: try function("mosquitto_will_set", in: library),
            setLogin: try function("mosquitto_username_pw_set", in: library),
            setTLS: try function("mosquitto_tls_set", in: library),
            setOption: try function("mosquitto_int_option", in: library),
            setThreaded: try function("mosquitto_threaded_set", in: library),
            connect: try function("mosquitto_connect_async", in: library),
            disconnect: try function("mosquitto_disconnect", in: library),
            loop: try function("mosquitto_loop", in: library),
            publish: try function("mosquitto_publish", in: library),
            subscribe: try function("mosquitto_subscribe", in: library),
            onConnect: try function("mosquitto_connect_callback_set", in: library),
            onMessage: try function("mosquitto_message_callback_set", in: library),
            onPublish: try function("mosquitto_publish_callback_set", in: library),
            onSubscribe: try function("mosquitto_subscribe_callback_set", in: library)
        )
    }

    private static func function<Function>(
        _ name: String,
        in library: UnsafeMutableRawPointer
    ) throws(BrokerError) -> Function {
        guard let address = unsafe dlsym(library, name) else {
            throw BrokerError(.libraryMissing, "The libmosquitto of this machine has no \(name): install version 2.0 or later.")
        }
        // SAFETY: `Function` is the type that <mosquitto.h> declares for this name; all function pointers have the same size.
        return unsafe unsafeBitCast(address, to: Function.self)
    }
}
