#define _GNU_SOURCE
#include "SystemCalls.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The messages of this thread. The stream is unbuffered, so they arrive on the thread that prints them.
static _Thread_local char texts[4096];
static _Thread_local size_t used;
static int prints;

static ssize_t take(void *cookie, const char *text, size_t length)
{
    (void)cookie;
    // Keeps the last messages, which are the relevant ones.
    if (used + length >= sizeof texts) used = 0;
    size_t count = length < sizeof texts ? length : sizeof texts - 1;
    memcpy(texts + used, text, count);
    used += count;
    texts[used] = 0;
    return prints ? write(STDERR_FILENO, text, length) : (ssize_t)length;
}

static const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { FAULT_COUNT = sizeof faults / sizeof *faults };
static struct sigaction earlier[FAULT_COUNT];

// Prints the messages after a fault. The faulting instruction then runs again with the earlier handler.
static void print_texts(int number)
{
    for (int i = 0; i < FAULT_COUNT; i++)
        if (faults[i] == number) sigaction(number, &earlier[i], NULL);
    ssize_t written = write(STDERR_FILENO, texts, strlen(texts));
    (void)written;
    if (number == SIGABRT) raise(number);
}

void zig_take_library_messages(int keeps)
{
    prints = keeps;
    FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = take});
    if (!stream) return;
    setvbuf(stream, NULL, _IONBF, 0);
    // The GNU C library allows programs to replace the stream.
    stderr = stream;
    if (keeps) return;
    struct sigaction action = {.sa_handler = print_texts, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < FAULT_COUNT; i++) sigaction(faults[i], &action, &earlier[i]);
}

void zig_forget_library_messages(void)
{
    used = 0;
    texts[0] = 0;
}

const char *zig_library_messages(void)
{
    return texts;
}
