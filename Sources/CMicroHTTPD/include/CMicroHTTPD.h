// The HTTP server of the preview, through libmicrohttpd.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A running server.
typedef struct zig_server zig_server;
// A request; valid while the handler runs.
typedef struct zig_exchange zig_exchange;
// An answer that is being built.
typedef struct MHD_Response zig_answer;

// Answers one request, on one of the server's threads. It calls zig_send() once.
typedef void (*zig_handler)(void *_Nullable context, zig_exchange *_Nonnull exchange);

// What a connection does.
enum zig_phase {
    // It waits for a complete request.
    zig_phase_waiting,
    // The handler runs.
    zig_phase_answering,
    // The answer is sent.
    zig_phase_sending,
    // It is closed; its socket is valid until the call returns.
    zig_phase_closed,
};

// Called with each new connection, which waits for a request. Returns a number for it.
//
// The address of the client has 4 or 16 bytes, or none if it is unknown.
typedef uint64_t (*zig_opened)(void *_Nullable context, int socket, const uint8_t *_Nonnull address,
                               size_t count);
// Called when the phase of a connection changes.
typedef void (*zig_changed)(void *_Nullable context, uint64_t connection, enum zig_phase phase);

// The functions that a server calls, on its threads.
struct zig_callbacks {
    zig_handler _Nonnull handler;
    zig_opened _Nonnull opened;
    zig_changed _Nonnull changed;
    void *_Nullable context;
};

// Serves the connections of a listening socket, which the server closes at its end. NULL if it
// cannot start. 0 threads: one for each connection. A connection that transfers nothing for some
// seconds is closed, because it takes the place of others; browsers open a new one. The time of the
// handler does not count if each connection has a thread.
zig_server *_Nullable zig_server_start(int socket, unsigned threads, unsigned connections,
                                       unsigned idle_seconds, struct zig_callbacks callbacks);
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
// Writes the bytes of an answer from an offset into a buffer. Returns their count; 0 if the next call
// may have some; -1 if the answer is damaged, which closes the connection.
typedef ssize_t (*zig_reader)(void *_Nullable body, uint64_t offset, char *_Nullable buffer,
                              size_t count);
// An answer of `count` bytes that are read while they are sent. `release` is called once, even if the
// answer cannot be created.
zig_answer *_Nullable zig_answer_stream(uint64_t count, zig_reader _Nonnull reader,
                                        void (*_Nonnull release)(void *_Nullable body),
                                        void *_Nullable body);
void zig_answer_header(zig_answer *_Nonnull answer, const char *_Nonnull name,
                       const char *_Nonnull value);
// Sends an answer and frees it. Without an answer the connection is closed.
void zig_send(zig_exchange *_Nonnull exchange, unsigned status, zig_answer *_Nullable answer);
