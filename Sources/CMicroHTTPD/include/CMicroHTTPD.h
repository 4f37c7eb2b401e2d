// The HTTP server of the preview, through libmicrohttpd.
#pragma once

#include <stddef.h>
#include <stdint.h>

// A running server.
typedef struct zig_server zig_server;
// A request; valid while the handler runs.
typedef struct zig_exchange zig_exchange;
// An answer that is being built.
typedef struct MHD_Response zig_answer;

// Answers one request, on one of the server's threads. It calls zig_send() once.
typedef void (*zig_handler)(void *_Nullable context, zig_exchange *_Nonnull exchange);

// Serves the connections of a listening socket, which the server closes at its end. NULL if it
// cannot start. 0 threads: one for each connection. Idle connections are closed, because they take
// the place of others; browsers open a new one.
zig_server *_Nullable zig_server_start(int socket, unsigned threads, unsigned connections,
                                       unsigned idle_seconds,
                                       zig_handler _Nonnull handler, void *_Nullable context);
// Ends all connections and threads of the server.
void zig_server_stop(zig_server *_Nonnull server);

const char *_Nonnull zig_exchange_method(zig_exchange *_Nonnull exchange);
// The request's target as it was sent, with its query.
const char *_Nonnull zig_exchange_target(zig_exchange *_Nonnull exchange);
// The value of a header; NULL if it is missing.
const char *_Nullable zig_exchange_header(zig_exchange *_Nonnull exchange, const char *_Nonnull name);

// Whether the client has not closed the connection.
int zig_exchange_is_open(zig_exchange *_Nonnull exchange);

// An answer with a copy of some bytes.
zig_answer *_Nullable zig_answer_bytes(const void *_Nullable bytes, size_t count);
// An answer with part of a file. It closes the file, even if it cannot be created.
zig_answer *_Nullable zig_answer_file(int file, uint64_t offset, uint64_t count);
void zig_answer_header(zig_answer *_Nonnull answer, const char *_Nonnull name,
                       const char *_Nonnull value);
// Sends an answer and frees it. Without an answer the connection is closed.
void zig_send(zig_exchange *_Nonnull exchange, unsigned status, zig_answer *_Nullable answer);
