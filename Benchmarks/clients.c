#define _GNU_SOURCE
// Sends requests of many clients to a server on this machine and measures the response times.
//
//     clients PORT CLIENTS SECONDS PAUSE < ADDRESSES
//
// ADDRESSES has one path in each line; an empty line ends a session. Each client keeps one connection open. The client
// sends the requests of a session in order, each PAUSE milliseconds after the last response, and then chooses another
// session at random. Prints one line of JSON, with times in milliseconds. A client in Python would need more processor
// time than the servers.
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_CLIENTS 1024

struct session { size_t first, count; };

struct client {
    int socket;
    unsigned long seed;
    size_t session, step;
    char head[8192];      // of the response
    size_t head_size;
    long left;            // bytes of the body, or of its chunk, that are not read yet
    enum { HEAD, BODY, SIZE, CHUNK, BREAK, LAST } part;  // that is being read
    int status, closes, tail[2];
    double begin, due;    // seconds; due: when the next request is sent; 0 while a response is read
};

static char **paths;
static struct session *sessions;
static size_t session_count;
static struct client clients[MOST_CLIENTS];
static double *times;
static size_t answered, capacity, failed;
static double bytes;
static int port, queue;
static char first_failure[256];

static double now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void read_addresses(void)
{
    char *line = NULL;
    size_t room = 0, count = 0, begin = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) >= 0) {
        if (length && line[length - 1] == '\n') line[--length] = 0;
        if (length) {
            paths = realloc(paths, (count + 1) * sizeof *paths);
            paths[count++] = strdup(line);
        } else if (count > begin) {
            sessions = realloc(sessions, (session_count + 1) * sizeof *sessions);
            sessions[session_count++] = (struct session){ begin, count - begin };
            begin = count;
        }
    }
    if (count > begin) {
        sessions = realloc(sessions, (session_count + 1) * sizeof *sessions);
        sessions[session_count++] = (struct session){ begin, count - begin };
    }
}

static void note_failure(struct client *client, const char *reason)
{
    if (!failed++)
        snprintf(first_failure, sizeof first_failure, "%s (status %d)", reason, client->status);
}

static void connect_to_server(struct client *client)
{
    if (client->socket > 0) close(client->socket);
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((unsigned short)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    if (connect(client->socket, (struct sockaddr *)&address, sizeof address)) {
        perror("connect");
        exit(1);
    }
    int yes = 1;
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = client };
    epoll_ctl(queue, EPOLL_CTL_ADD, client->socket, &event);
}

static void ask(struct client *client)
{
    if (client->step == sessions[client->session].count) {
        client->seed = client->seed * 6364136223846793005ul + 1442695040888963407ul;
        client->session = (client->seed >> 33) % session_count;
        client->step = 0;
    }
    const char *path = paths[sessions[client->session].first + client->step++];
    char request[4096];
    int length = snprintf(request, sizeof request,
                          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: image/*\r\n\r\n", path, port);
    client->begin = now();
    client->due = 0;
    client->head_size = 0;
    client->part = HEAD;
    client->status = 0;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (send(client->socket, request, (size_t)length, MSG_NOSIGNAL) == length) return;
        connect_to_server(client);  // The server closed an idle connection.
    }
    note_failure(client, "cannot send");
}

static void finish(struct client *client, double pause)
{
    double end = now();
    if (answered == capacity)
        times = realloc(times, (capacity = capacity * 2 + 4096) * sizeof *times);
    times[answered++] = end - client->begin;
    if (client->status != 200) note_failure(client, "unexpected status");
    else if (client->tail[0] != 0xFF || client->tail[1] != 0xD9) note_failure(client, "truncated");
    if (client->closes) connect_to_server(client);
    client->due = end + pause;
    if (pause <= 0) ask(client);
}

// Reads bytes of the body.
static void take(struct client *client, const char *data, size_t count)
{
    for (size_t place = count > 2 ? count - 2 : 0; place < count; place++) {
        client->tail[0] = client->tail[1];
        client->tail[1] = (unsigned char)data[place];
    }
    client->left -= (long)count;
    bytes += (double)count;
}

// Reads bytes of a body in chunks: RFC 9112, section 7.1, without trailers. Returns 1 at the end of
// the body, otherwise 0.
static int take_chunks(struct client *client, const char *data, size_t count)
{
    while (count) {
        if (client->part == CHUNK) {
            size_t part = (size_t)client->left < count ? (size_t)client->left : count;
            take(client, data, part);
            data += part, count -= part;
            if (!client->left) client->part = BREAK;
            continue;
        }
        char byte = *data++;
        count--;
        if (client->part == SIZE && isxdigit((unsigned char)byte)) {
            int digit = isdigit((unsigned char)byte) ? byte - '0' : tolower((unsigned char)byte) - 'a' + 10;
            client->left = client->left * 16 + digit;
        } else if (byte == '\n') {
            if (client->part == LAST) return 1;
            client->part = client->part == BREAK ? SIZE : client->left ? CHUNK : LAST;
        }
    }
    return 0;
}

static void receive(struct client *client, double pause)
{
    static char buffer[1 << 18];
    ssize_t received = recv(client->socket, buffer, sizeof buffer, MSG_DONTWAIT);
    if (received < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (received <= 0) {
        int waits = client->due == 0;
        connect_to_server(client);
        if (waits) {
            note_failure(client, "connection closed");
            client->due = now() + pause;
            if (pause <= 0) ask(client);
        }
        return;
    }
    if (client->due != 0) return;
    const char *data = buffer;
    size_t count = (size_t)received;
    if (client->part == HEAD) {
        size_t room = sizeof client->head - 1 - client->head_size, before = client->head_size;
        size_t part = count < room ? count : room;
        memcpy(client->head + before, data, part);
        client->head_size += part;
        client->head[client->head_size] = 0;
        char *end = strstr(client->head, "\r\n\r\n");
        if (!end) return;
        size_t skipped = (size_t)(end - client->head) + 4 - before;
        data += skipped, count -= skipped;
        client->status = atoi(client->head + 9);
        end[2] = 0;
        char *length = strcasestr(client->head, "\r\nContent-Length:");
        client->closes = strcasestr(client->head, "\r\nConnection: close") != NULL;
        client->left = length ? atol(length + 17) : 0;
        client->part = strcasestr(client->head, "\r\nTransfer-Encoding: chunked") ? SIZE : BODY;
    }
    if (client->part == BODY) take(client, data, count);
    if (client->part == BODY ? client->left <= 0 : take_chunks(client, data, count)) finish(client, pause);
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

int main(int count, char **arguments)
{
    if (count < 5) return 2;
    port = atoi(arguments[1]);
    int client_count = atoi(arguments[2]);
    double seconds = atof(arguments[3]), pause = atof(arguments[4]) / 1000;
    if (client_count < 1 || client_count > MOST_CLIENTS) return 2;
    read_addresses();
    if (!session_count) return 2;
    queue = epoll_create1(0);
    double start = now(), end = start + seconds;
    for (int index = 0; index < client_count; index++) {
        struct client *client = &clients[index];
        client->seed = (unsigned long)index * 2654435761u + 1;
        client->session = (size_t)index % session_count;
        connect_to_server(client);
        ask(client);
    }
    while (now() < end) {
        struct epoll_event events[64];
        int ready = epoll_wait(queue, events, 64, pause > 0 ? 1 : 100);
        for (int index = 0; index < ready; index++) receive(events[index].data.ptr, pause);
        if (pause <= 0) continue;
        double time = now();
        for (int index = 0; index < client_count; index++)
            if (clients[index].due != 0 && clients[index].due <= time) ask(&clients[index]);
    }
    double span = now() - start;
    qsort(times, answered, sizeof *times, compare);
    if (!answered) return 1;
    printf("{\"requests\": %zu, \"perSecond\": %.0f, \"megabytesPerSecond\": %.1f, \"median\": %.2f, "
           "\"p99\": %.2f, \"longest\": %.2f, \"failed\": %zu, \"failure\": \"%s\"}\n",
           answered, (double)answered / span, bytes / span / 1e6, times[answered / 2] * 1e3,
           times[answered * 99 / 100] * 1e3, times[answered - 1] * 1e3, failed, first_failure);
    return 0;
}
