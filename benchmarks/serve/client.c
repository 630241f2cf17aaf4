// Reads live view over HTTP for some seconds. Usage: client PORT PATH SECONDS; prints the frames, the bytes, and the seconds.
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **words) {
  static char buffer[1 << 18];
  if (count != 4) return 64;
  int server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(words[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(server, (struct sockaddr *)&address, sizeof address)) return 1;
  int length = snprintf(buffer, sizeof buffer, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", words[2]);
  if (send(server, buffer, (size_t)length, 0) != length) return 1;
  long frames = 0, bytes = 0;
  size_t matched = 0;
  static const char boundary[] = "--hotshoe-frame\r\n";
  double start = 0, end = 0, limit = atof(words[3]);
  // The first frame starts the clock: connecting to the camera does not count.
  while (start == 0 || end - start < limit) {
    ssize_t received = recv(server, buffer, sizeof buffer, 0);
    if (received <= 0) return 1;
    for (char *next = buffer; next < buffer + received;) {
      if (matched == 0 && !(next = memchr(next, '-', (size_t)(buffer + received - next)))) break;
      matched = *next == boundary[matched] ? matched + 1 : *next == '-' ? 1 : 0;
      next++;
      if (matched == sizeof boundary - 1) frames++, matched = 0;
    }
    end = now();
    if (start == 0) {
      if (frames == 0) continue;
      start = end;
      frames = 0;
    } else {
      bytes += received;
    }
  }
  printf("%ld %ld %f\n", frames, bytes, end - start);
  return 0;
}
