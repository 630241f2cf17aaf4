// The least that sends live view over HTTP: the same bytes as hotshoe serve, a part of multipart/x-mixed-replace for each frame, to one client
// after the other, as fast as it reads. Usage: bare FILE.jpg; prints its port.
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int send_all(int socket, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent <= 0) return 0;
    bytes += sent;
    size -= (size_t)sent;
  }
  return 1;
}

int main(int count, char **words) {
  static char part[4 << 20];
  char line[256], request[4096];
  FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
  if (!file) return 64;
  static char jpeg[2 << 20];
  size_t size = fread(jpeg, 1, sizeof jpeg, file);
  int head = snprintf(line, sizeof line, "--hotshoe-frame\r\nContent-Type: image/jpeg\r\nContent-Length: %zu\r\n\r\n", size);
  memcpy(part, line, (size_t)head);
  memcpy(part + head, jpeg, size);
  memcpy(part + head + size, "\r\n", 2);
  int listening = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(listening, (struct sockaddr *)&address, length) || listen(listening, 8)) return 1;
  getsockname(listening, (struct sockaddr *)&address, &length);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int client = accept(listening, NULL, NULL);
    if (client < 0 || recv(client, request, sizeof request, 0) <= 0) return 1;
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=hotshoe-frame\r\n\r\n";
    if (send_all(client, answer, sizeof answer - 1))
      while (send_all(client, part, (size_t)head + size + 2)) {}
    close(client);
  }
}
