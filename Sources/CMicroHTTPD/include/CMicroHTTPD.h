// The HTTP server of the preview. Uses libmicrohttpd.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A running server.
typedef struct zig_server zig_server;
// A request; valid while the handler runs.
typedef struct zig_exchange zig_exchange;
// An unfinished answer.
typedef struct MHD_Response zig_answer;

// Answers one request, on one of the server's threads. Calls zig_send() once.
typedef void (*zig_handler)(void *_Nullable context, zig_exchange *_Nonnull exchange);

// The phase of a connection.
enum zig_phase {
    // The connection waits for a complete request.
    zig_phase_waiting,
    // The handler runs.
    zig_phase_answering,
    // The answer is sent.
    zig_phase_sending,
    // The connection is closed; its socket is valid until the callback returns.
    zig_phase_closed,
};

// Called for each new connection, which waits for a request. Returns a number for the connection.
//
// The client's address has 4 or 16 bytes, or 0 bytes if it is unknown.
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

// Serves the connections of a listening socket. Returns NULL if the server cannot start. The server closes
// the socket when it stops.
//
// `threads` is 0 for one thread per connection. A connection that transfers nothing for `idle_seconds` is
// closed, to make room for other connections; browsers open a new connection. With one thread per connection,
// the handler's time does not count as idle.
zig_server *_Nullable zig_server_start(int socket, unsigned threads, unsigned connections,
                                       unsigned idle_seconds, struct zig_callbacks callbacks);
// Closes all connections and ends all threads of the server.
void zig_server_stop(zig_server *_Nonnull server);

const char *_Nonnull zig_exchange_method(zig_exchange *_Nonnull exchange);
// The request's target with its query, as the client sent it.
const char *_Nonnull zig_exchange_target(zig_exchange *_Nonnull exchange);
// The value of a header; NULL if it is missing.
const char *_Nullable zig_exchange_header(zig_exchange *_Nonnull exchange, const char *_Nonnull name);

// Whether the client still keeps the connection open.
int zig_exchange_is_open(zig_exchange *_Nonnull exchange);

// Creates an answer with a copy of the bytes.
zig_answer *_Nullable zig_answer_bytes(const void *_Nullable bytes, size_t count);
// Creates an answer with a part of a file. Closes the file, even if the answer cannot be created.
zig_answer *_Nullable zig_answer_file(int file, uint64_t offset, uint64_t count);
// Writes the bytes of an answer from an offset into a buffer. Returns the number of bytes, or 0 if bytes are
// not ready yet. Returns -1 if the answer is damaged; then the connection is closed.
typedef ssize_t (*zig_reader)(void *_Nullable body, uint64_t offset, char *_Nullable buffer,
                              size_t count);
// Creates an answer of `count` bytes, which are read while they are sent. `release` is called once, even if
// the answer cannot be created.
zig_answer *_Nullable zig_answer_stream(uint64_t count, zig_reader _Nonnull reader,
                                        void (*_Nonnull release)(void *_Nullable body),
                                        void *_Nullable body);
void zig_answer_header(zig_answer *_Nonnull answer, const char *_Nonnull name,
                       const char *_Nonnull value);
// Sends an answer and frees it. If the answer is NULL, closes the connection.
void zig_send(zig_exchange *_Nonnull exchange, unsigned status, zig_answer *_Nullable answer);
