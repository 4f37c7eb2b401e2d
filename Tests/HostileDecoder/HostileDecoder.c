// Simulates a decoder process that a hostile file has taken over.
//
//     hostile-decoder MODE HEADER ROWS
//
// The process receives a task on descriptor 3. The process answers a task for a header with the document HEADER. The
// process answers a task for rows with the document ROWS, then misbehaves as MODE selects. Without HEADER, it
// misbehaves at once.

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CONTROL = 3, ANSWER = 16, ROWS = 17, FAILURE = 18 };

static void send_bytes(const void *bytes, size_t count)
{
    if (write(CONTROL, bytes, count) != (ssize_t)count) _exit(1);
}

static void send_frame(uint32_t kind, const void *payload, uint32_t length)
{
    uint32_t head[] = {kind, length};
    send_bytes(head, sizeof head);
    send_bytes(payload, length);
}

static void send_text(uint32_t kind, const char *text)
{
    send_frame(kind, text, (uint32_t)strlen(text));
}

static void send_rows(uint64_t count)
{
    send_frame(ROWS, &count, sizeof count);
}

static void loop_forever(void)
{
    for (volatile int count = 0;; count++) {}
}

static void wait_forever(void)
{
    for (;;) pause();
}

static void *endless(void *size)
{
    for (;;) {
        char *memory = malloc((size_t)size);
        if (!memory) {
            fputs("cannot allocate memory for the image\n", stderr);
            abort();
        }
        memset(memory, 1, (size_t)size);
    }
}

static void misbehave(const char *mode)
{
    static char noise[1 << 16];
    uint64_t two[2] = {0};
    if (!strcmp(mode, "silence")) wait_forever();
    if (!strcmp(mode, "loop")) loop_forever();
    if (!strcmp(mode, "exit")) _exit(0);
    if (!strcmp(mode, "crash")) *(volatile int *)0 = 0;
    if (!strcmp(mode, "bus")) raise(SIGBUS);
    if (!strcmp(mode, "abort")) {
        fputs("\033[31mcorrupted \033]0;title\007size\n", stderr);
        abort();
    }
    if (!strcmp(mode, "trap")) raise(SIGTRAP);
    if (!strcmp(mode, "file-size")) raise(SIGXFSZ);
    if (!strcmp(mode, "processor")) raise(SIGXCPU);
    if (!strcmp(mode, "kill")) raise(SIGKILL);
    if (!strcmp(mode, "interrupt")) raise(SIGINT);
    if (!strcmp(mode, "memory")) endless((void *)(1 << 20));
    if (!strcmp(mode, "noise")) {
        for (int index = 0; index < 1000; index++)
            if (write(2, noise, sizeof noise) < 0) break;
        _exit(1);
    }
    if (!strcmp(mode, "garbage")) {
        memset(noise, 0xA5, sizeof noise);
        send_bytes(noise, sizeof noise);
        wait_forever();
    }
    if (!strcmp(mode, "length")) {
        uint32_t head[] = {ANSWER, UINT32_MAX};
        send_bytes(head, sizeof head);
        wait_forever();
    }
    if (!strcmp(mode, "half")) {
        uint32_t head[] = {ANSWER, 1000};
        send_bytes(head, sizeof head);
        send_bytes(noise, 10);
        wait_forever();
    }
    if (!strcmp(mode, "closed")) {
        close(CONTROL);
        wait_forever();
    }
    if (!strcmp(mode, "kind")) send_frame(99, noise, 3);
    if (!strcmp(mode, "task")) send_frame(1, noise, 3);
    if (!strcmp(mode, "binary")) send_frame(ANSWER, noise, 64);
    if (!strcmp(mode, "empty")) send_frame(ANSWER, noise, 0);
    if (!strcmp(mode, "other")) send_text(ANSWER, "{\"recognition\":{\"_0\":[true]}}");
    if (!strcmp(mode, "reason")) send_text(FAILURE, "{\"reason\":{\"unheard\":{}}}");
    if (!strcmp(mode, "escape"))
        send_text(FAILURE, "{\"reason\":{\"untrustedDecoder\":{\"format\":\"\\u001b[2J\"}}}");
    if (!strcmp(mode, "no-rows")) send_rows(0);
    if (!strcmp(mode, "too-many")) send_rows(UINT64_MAX);
    if (!strcmp(mode, "past-end")) send_rows(1000000);
    if (!strcmp(mode, "backwards")) {
        send_rows(2);
        send_rows(1);
    }
    if (!strcmp(mode, "overrun"))
        for (uint64_t row = 1; row <= 100000; row++) send_rows(row);
    if (!strcmp(mode, "short-count")) send_frame(ROWS, two, 3);
    if (!strcmp(mode, "some-rows")) {
        send_rows(3);
        _exit(0);
    }
    if (!strcmp(mode, "resize")) {
        if (ftruncate(4, 0) == 0) _exit(3);
        send_rows(3);
    }
    wait_forever();
}

int main(int count, char **arguments)
{
    // Otherwise, Swift's runtime might write a backtrace and continue.
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    uint32_t head[2];
    if (count < 2 || read(CONTROL, head, sizeof head) != sizeof head) return 1;
    char *task = calloc(1, head[1] + 1);
    for (uint32_t done = 0; done < head[1];) {
        ssize_t step = read(CONTROL, task + done, head[1] - done);
        if (step <= 0) return 1;
        done += (uint32_t)step;
    }
    if (count > 2) {
        if (strstr(task, "\"header\"")) {
            send_text(ANSWER, arguments[2]);
            return 0;
        }
        if (count > 3) send_text(ANSWER, arguments[3]);
    }
    misbehave(arguments[1]);
    return 0;
}
