// Types and constants only. Nothing is linked: the functions are looked up at run time, so that a program loads where the
// library is not installed.
#include <mosquitto.h>

// The types of those functions, as the header declares them.
typedef __typeof__(&mosquitto_lib_init) MosquittoInit;
typedef __typeof__(&mosquitto_new) MosquittoNew;
typedef __typeof__(&mosquitto_destroy) MosquittoDestroy;
typedef __typeof__(&mosquitto_will_set) MosquittoWillSet;
typedef __typeof__(&mosquitto_username_pw_set) MosquittoLogin;
typedef __typeof__(&mosquitto_tls_set) MosquittoTLSSet;
typedef __typeof__(&mosquitto_int_option) MosquittoOption;
typedef __typeof__(&mosquitto_threaded_set) MosquittoThreaded;
typedef __typeof__(&mosquitto_connect_async) MosquittoConnect;
typedef __typeof__(&mosquitto_disconnect) MosquittoDisconnect;
typedef __typeof__(&mosquitto_loop) MosquittoLoop;
typedef __typeof__(&mosquitto_publish) MosquittoPublish;
typedef __typeof__(&mosquitto_subscribe) MosquittoSubscribe;
typedef __typeof__(&mosquitto_connect_callback_set) MosquittoOnConnect;
typedef __typeof__(&mosquitto_message_callback_set) MosquittoOnMessage;
typedef __typeof__(&mosquitto_publish_callback_set) MosquittoOnPublish;
typedef __typeof__(&mosquitto_subscribe_callback_set) MosquittoOnSubscribe;
