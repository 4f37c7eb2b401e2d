#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct zig_server {
    struct MHD_Daemon *daemon;
    struct zig_callbacks callbacks;
    // 0 if a few threads share all connections.
    unsigned idle_seconds;
};

// A request, from its first line until its answer.
struct zig_exchange {
    struct MHD_Connection *connection;
    const char *method;
    char *target;
    enum MHD_Result outcome;
    int head_was_seen;
};

// Called with the request line. libmicrohttpd passes the returned pointer to other callbacks as `request`.
static void *begin(void *context, const char *target, struct MHD_Connection *connection)
{
    (void)context;
    struct zig_exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange) return NULL;
    exchange->connection = connection;
    exchange->target = strdup(target);
    return exchange;
}

static void change(struct zig_server *server, struct MHD_Connection *connection,
                   enum zig_phase phase)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (!info) return;
    server->callbacks.changed(
        server->callbacks.context, (uint64_t)(uintptr_t)info->socket_context, phase);
}

static void end(void *context, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode code)
{
    (void)code;
    change(context, connection, zig_phase_waiting);
    struct zig_exchange *exchange = *request;
    if (!exchange) return;
    free(exchange->target);
    free(exchange);
    *request = NULL;
}

// Returns the number of bytes of a client's address. An IPv4 address within IPv6 has four bytes.
static size_t address_bytes(const struct sockaddr *address, const uint8_t **bytes)
{
    static const uint8_t none = 0;
    *bytes = &none;
    if (!address) return 0;
    if (address->sa_family == AF_INET) {
        *bytes = (const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr;
        return 4;
    }
    if (address->sa_family != AF_INET6) return 0;
    const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
    int is_four = IN6_IS_ADDR_V4MAPPED(six);
    *bytes = six->s6_addr + (is_four ? 12 : 0);
    return is_four ? 4 : 16;
}

// Called after a connection is accepted, and before its socket is closed.
static void watch(void *context, struct MHD_Connection *connection, void **socket_context,
                  enum MHD_ConnectionNotificationCode code)
{
    struct zig_server *server = context;
    struct zig_callbacks *callbacks = &server->callbacks;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        callbacks->changed(
            callbacks->context, (uint64_t)(uintptr_t)*socket_context, zig_phase_closed);
        return;
    }
    const union MHD_ConnectionInfo *socket =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *client =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const uint8_t *bytes;
    size_t count = address_bytes(client ? client->client_addr : NULL, &bytes);
    *socket_context = (void *)(uintptr_t)callbacks->opened(
        callbacks->context, socket ? socket->connect_fd : -1, bytes, count);
}

// Keeps the target encoded: the handler decodes the target, because it rejects encoded zero bytes.
static size_t keep(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **request)
{
    (void)url, (void)version, (void)body;
    struct zig_server *server = context;
    struct zig_exchange *exchange = *request;
    if (!exchange || !exchange->target) return MHD_NO;
    int reads = !strcmp(method, "GET") || !strcmp(method, "HEAD") || !strcmp(method, "OPTIONS");
    if (reads && !exchange->head_was_seen) {
        // If the request has a body, an answer at this point would close the connection.
        exchange->head_was_seen = 1;
        return MHD_YES;
    }
    if (reads && *body_size) {
        *body_size = 0;
        return MHD_YES;
    }
    exchange->method = method;
    exchange->outcome = MHD_NO;
    change(server, connection, zig_phase_answering);
    // libmicrohttpd would not send an answer if the handler took longer than the limit. Setting the limit
    // again restarts the time.
    if (server->idle_seconds)
        MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
    server->callbacks.handler(server->callbacks.context, exchange);
    if (server->idle_seconds)
        MHD_set_connection_option(
            connection, MHD_CONNECTION_OPTION_TIMEOUT, server->idle_seconds);
    change(server, connection, zig_phase_sending);
    return exchange->outcome;
}

zig_server *zig_server_start(int socket, unsigned threads, unsigned connections,
                             unsigned idle_seconds, struct zig_callbacks callbacks)
{
    struct zig_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->callbacks = callbacks;
    server->idle_seconds = threads ? 0 : idle_seconds;
    server->daemon = MHD_start_daemon(
        threads ? MHD_USE_EPOLL_INTERNAL_THREAD
                : MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL,
        0, NULL, NULL, answer, server, MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_THREAD_STACK_SIZE, (size_t)1 << 21,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, begin, NULL, MHD_OPTION_NOTIFY_COMPLETED, end, server,
        MHD_OPTION_NOTIFY_CONNECTION, watch, server, MHD_OPTION_UNESCAPE_CALLBACK, keep, NULL,
        MHD_OPTION_END);
    if (!server->daemon) {
        free(server);
        return NULL;
    }
    return server;
}

void zig_server_stop(zig_server *server)
{
    MHD_stop_daemon(server->daemon);
    free(server);
}

const char *zig_exchange_method(zig_exchange *exchange)
{
    return exchange->method;
}

const char *zig_exchange_target(zig_exchange *exchange)
{
    return exchange->target;
}

const char *zig_exchange_header(zig_exchange *exchange, const char *name)
{
    return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

int zig_exchange_is_open(zig_exchange *exchange)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (!info) return 0;
    char byte;
    ssize_t count = recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

zig_answer *zig_answer_bytes(const void *bytes, size_t count)
{
    // The cast is safe because the library copies the bytes.
    return MHD_create_response_from_buffer(
        count, (void *)(count ? bytes : ""), MHD_RESPMEM_MUST_COPY);
}

zig_answer *zig_answer_file(int file, uint64_t offset, uint64_t count)
{
    zig_answer *answer = MHD_create_response_from_fd_at_offset64(count, file, offset);
    if (!answer) close(file);
    return answer;
}

struct stream {
    zig_reader reader;
    void (*release)(void *body);
    void *body;
};

static ssize_t read_stream(void *context, uint64_t offset, char *buffer, size_t count)
{
    struct stream *stream = context;
    ssize_t done = stream->reader(stream->body, offset, buffer, count);
    return done < 0 ? MHD_CONTENT_READER_END_WITH_ERROR : done;
}

static void release_stream(void *context)
{
    struct stream *stream = context;
    stream->release(stream->body);
    free(stream);
}

zig_answer *zig_answer_stream(uint64_t count, zig_reader reader, void (*release)(void *body),
                              void *body)
{
    struct stream *stream = malloc(sizeof *stream);
    if (!stream) {
        release(body);
        return NULL;
    }
    *stream = (struct stream){reader, release, body};
    zig_answer *answer =
        MHD_create_response_from_callback(count, 1 << 15, read_stream, stream, release_stream);
    if (!answer) release_stream(stream);
    return answer;
}

void zig_answer_header(zig_answer *answer, const char *name, const char *value)
{
    MHD_add_response_header(answer, name, value);
}

void zig_send(zig_exchange *exchange, unsigned status, zig_answer *answer)
{
    if (!answer) return;
    exchange->outcome = MHD_queue_response(exchange->connection, status, answer);
    MHD_destroy_response(answer);
}
