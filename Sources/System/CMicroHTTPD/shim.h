// libmicrohttpd, with the functions that have a variable number of arguments as functions that Swift can call.
#include <microhttpd.h>

#ifdef __cplusplus
extern "C" {
#endif

// Options of a daemon. `certificate` and `key` are PEM texts; null for HTTP.
struct daemon_options {
  int listening_socket;
  size_t connection_memory;
  unsigned int connection_limit;
  unsigned int connections_per_address;
  unsigned int idle_seconds;
  const char *certificate;
  const char *key;
  const char *tls_priorities;
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback notify;
  void *context;
};

// Leaves percent-encoded texts as they are: the caller decodes the segments of a path separately.
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  size_t length = 0;
  while (text[length] != 0) length++;
  return length;
}

static inline struct MHD_Daemon *daemon_start(const struct daemon_options *o) {
  unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)o->certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)o->key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)o->tls_priorities},
      {MHD_OPTION_END, 0, 0},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, 0}};
  if (o->certificate) flags |= MHD_USE_TLS;
  return MHD_start_daemon(flags, 0, 0, 0, o->access, o->context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)o->listening_socket,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory,
      MHD_OPTION_CONNECTION_LIMIT, o->connection_limit,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, o->connections_per_address,
      MHD_OPTION_CONNECTION_TIMEOUT, o->idle_seconds,
      MHD_OPTION_STRICT_FOR_CLIENT, (int)1,
      MHD_OPTION_UNESCAPE_CALLBACK, &leave_escaped, (void *)0,
      MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context,
      MHD_OPTION_NOTIFY_CONNECTION, o->notify, o->context,
      MHD_OPTION_ARRAY, o->certificate ? tls : none,
      MHD_OPTION_END);
}

// The descriptor of epoll that is readable when the daemon has something to do; -1 if there is none.
static inline int daemon_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *connection_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : 0;
}

// The content ends with the connection: no chunks, which would be as small as a connection's memory.
static inline void response_ends_connection(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

static inline void upgraded_close(struct MHD_UpgradeResponseHandle *handle) {
  MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

#ifdef __cplusplus
}
#endif
