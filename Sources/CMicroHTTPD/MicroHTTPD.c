#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct zig_server {
    struct MHD_Daemon *daemon;
    zig_handler handler;
    void *context;
};

// A request, from its first line until it is answered.
struct zig_exchange {
    struct MHD_Connection *connection;
    const char *method;
    char *target;
    enum MHD_Result outcome;
    int head_was_seen;
};

// Called with the request line. libmicrohttpd passes the returned pointer on as `request`.
static void *begin(void *context, const char *target, struct MHD_Connection *connection)
{
    (void)context;
    struct zig_exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange) return NULL;
    exchange->connection = connection;
    exchange->target = strdup(target);
    return exchange;
}

static void end(void *context, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode code)
{
    (void)context, (void)connection, (void)code;
    struct zig_exchange *exchange = *request;
    if (!exchange) return;
    free(exchange->target);
    free(exchange);
    *request = NULL;
}

// The handler decodes the target, since it rejects encoded zero bytes.
static size_t keep(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **request)
{
    (void)connection, (void)url, (void)version, (void)body;
    struct zig_server *server = context;
    struct zig_exchange *exchange = *request;
    if (!exchange || !exchange->target) return MHD_NO;
    int reads = !strcmp(method, "GET") || !strcmp(method, "HEAD") || !strcmp(method, "OPTIONS");
    if (reads && !exchange->head_was_seen) {
        // If the request has a body, an answer now would close the connection.
        exchange->head_was_seen = 1;
        return MHD_YES;
    }
    if (reads && *body_size) {
        *body_size = 0;
        return MHD_YES;
    }
    exchange->method = method;
    exchange->outcome = MHD_NO;
    server->handler(server->context, exchange);
    return exchange->outcome;
}

zig_server *zig_server_start(int socket, unsigned threads, unsigned connections,
                             unsigned idle_seconds, zig_handler handler, void *context)
{
    struct zig_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    server->handler = handler;
    server->context = context;
    server->daemon = MHD_start_daemon(
        threads ? MHD_USE_EPOLL_INTERNAL_THREAD
                : MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL,
        0, NULL, NULL, answer, server, MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_THREAD_STACK_SIZE, (size_t)1 << 21,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, begin, NULL, MHD_OPTION_NOTIFY_COMPLETED, end, NULL,
        MHD_OPTION_UNESCAPE_CALLBACK, keep, NULL, MHD_OPTION_END);
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
    // The cast is safe: the library copies the bytes.
    return MHD_create_response_from_buffer(
        count, (void *)(count ? bytes : ""), MHD_RESPMEM_MUST_COPY);
}

zig_answer *zig_answer_file(int file, uint64_t offset, uint64_t count)
{
    zig_answer *answer = MHD_create_response_from_fd_at_offset64(count, file, offset);
    if (!answer) close(file);
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
