// Runs operations of libvips as the `vips` command does, each in a process of its own.
//
//     vips-server NAME
//
// Most of the time of the `vips` command on a small image is its start: the dynamic linker resolves some hundred
// libraries. The tests run the command thousands of times, so this program starts once, and forks for each request.
//
// NAME is the abstract address of a Unix socket; the program prints a line when it listens. A request is the number of
// strings in decimal and the strings, each followed by a zero byte: the folder to run in, the name of the operation,
// and its arguments. The answer is the exit status as a byte, and for the standard output and the standard error a
// length (32 bits in this machine's order) and the bytes. If libvips crashes, there is no answer.

#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <vips/vips.h>

// Runs an operation with its arguments, of which the last is NULL. Returns the exit status.
static int run(int count, char **arguments)
{
    VipsOperation *operation = vips_operation_new(arguments[0]);
    if (operation == NULL) {
        return 1;
    }
    GOptionContext *context = g_option_context_new(NULL);
    GOptionGroup *group = g_option_group_new("operation", "", "", operation, NULL);
    vips_call_options(group, operation);
    g_option_context_set_main_group(context, group);
    if (!g_option_context_parse(context, &count, &arguments, NULL)
        || vips_call_argv(operation, count - 1, arguments + 1) != 0) {
        return 1;
    }
    g_object_unref(operation);
    return fflush(stdout) == 0 ? 0 : 1;
}

// Reads a request. Returns NULL if it is incomplete.
static char **read_request(FILE *connection, int *count)
{
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, 0, connection) < 0) {
        return NULL;
    }
    *count = atoi(text);
    char **strings = calloc((size_t)*count + 1, sizeof(char *));
    for (int i = 0; strings != NULL && i < *count; i += 1) {
        if (getdelim(&strings[i], &(size_t){0}, 0, connection) < 0) {
            return NULL;
        }
    }
    return strings;
}

// Sends what was written to a file in memory.
static bool send_output(int file, FILE *connection)
{
    uint32_t size = (uint32_t)lseek(file, 0, SEEK_END);
    char *bytes = malloc(size + 1);
    bool is_sent = bytes != NULL && pread(file, bytes, size, 0) == (ssize_t)size
        && fwrite(&size, sizeof size, 1, connection) == 1 && fwrite(bytes, 1, size, connection) == size;
    free(bytes);
    return is_sent;
}

static void answer(int socket)
{
    FILE *connection = fdopen(socket, "r+");
    int count = 0;
    char **strings = connection == NULL ? NULL : read_request(connection, &count);
    int output = memfd_create("output", MFD_CLOEXEC);
    int errors = memfd_create("errors", MFD_CLOEXEC);
    if (strings == NULL || count < 2 || dup2(output, STDOUT_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0
        || chdir(strings[0]) != 0) {
        return;
    }
    int status = run(count - 1, strings + 1);
    rewind(connection);
    fputc(status, connection);
    if (send_output(output, connection) && send_output(errors, connection)) {
        fflush(connection);
    }
}

int main(int count, char **arguments)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count != 2 || strlen(arguments[1]) + 2 > sizeof address.sun_path || VIPS_INIT(arguments[0]) != 0) {
        return 2;
    }
    // The first byte of an abstract address is zero.
    strcpy(address.sun_path + 1, arguments[1]);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(arguments[1]));
    signal(SIGCHLD, SIG_IGN);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0 || bind(server, (struct sockaddr *)&address, size) != 0 || listen(server, 64) != 0) {
        return 2;
    }
    puts("ready");
    fflush(stdout);
    for (;;) {
        int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
        if (client < 0) {
            continue;
        }
        if (fork() == 0) {
            close(server);
            answer(client);
            _exit(0);
        }
        close(client);
    }
}
