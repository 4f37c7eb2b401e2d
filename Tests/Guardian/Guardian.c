// Runs one command for a test, and kills it and its children at the end of the test.
//
//     guardian REPORT SECONDS SCRATCH FOLDER COMMAND [ARGUMENT ...]
//
// Each line on standard input is the name of a signal to send to the command ("SIGINT"). The command
// and all its descendants are killed when standard input ends, because the test closed it or the test
// process ended, and after SECONDS. Descendants that outlive the command are killed, too.
//
// REPORT receives one JSON object: status (or null), signal (or null), maxrss in kilobytes,
// timed_out. If the test process has ended, the folder of REPORT is removed instead. The command
// runs in FOLDER. With SCRATCH "yes" it gets its own temporary folder (TMPDIR and XDG_CONFIG_HOME),
// which is removed at the end.
//
// Until exec(), a child has the peak memory of its parent, so a command started by a large test process would report
// the peak of the tests. This program is small: peaks above about 2 MB are exact. The program is written in C because
// the tests start it thousands of times, and a script is slower.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum end { ended, released, timed_out };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static int remove_entry(const char *path, const struct stat *, int, struct FTW *) {
    remove(path);
    return 0;
}

static void remove_tree(const char *path) {
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

// The parent of a process; 0 if the process has ended.
static pid_t parent_of(const char *process) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t length = read(file, line, sizeof line - 1);
    close(file);
    if (length <= 0) return 0;
    line[length] = 0;
    // The name of a program may contain blanks and parentheses, so the search starts at the end.
    const char *name_end = strrchr(line, ')');
    char state;
    int parent;
    if (!name_end || sscanf(name_end + 1, " %c %d", &state, &parent) != 2) return 0;
    return parent;
}

// Kills generation after generation: the children of a dead process become children of this process,
// which is a subreaper.
static void kill_descendants(void) {
    for (;;) {
        // Usually no process is left, and the list of all processes is long.
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD) return;
        DIR *processes = opendir("/proc");
        if (!processes) return;
        for (struct dirent *entry; (entry = readdir(processes));)
            if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9'
                && parent_of(entry->d_name) == getpid())
                kill(atoi(entry->d_name), SIGKILL);
        closedir(processes);
        if (waitpid(-1, NULL, 0) < 0 && errno == ECHILD) return;
    }
}

// Waits for adopted processes that have ended and would stay as zombies. Returns whether the command
// itself has ended, without waiting for it.
static bool reap_orphans(pid_t command) {
    for (;;) {
        siginfo_t child = {0};
        if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) < 0 || child.si_pid == 0)
            return false;
        if (child.si_pid == command) return true;
        waitpid(child.si_pid, NULL, WNOHANG);
    }
}

static int signal_named(const char *name) {
    if (strncmp(name, "SIG", 3) != 0) return 0;
    for (int number = 1; number < NSIG; number++) {
        const char *known = sigabbrev_np(number);
        if (known && strcmp(known, name + 3) == 0) return number;
    }
    return 0;
}

// Sends the signals whose names have arrived. Returns false at the end of the stream.
static bool pass_signals(pid_t command) {
    static char line[32];
    static size_t length;
    char received[256];
    ssize_t count = read(STDIN_FILENO, received, sizeof received);
    if (count < 0) return errno == EINTR;
    for (ssize_t index = 0; index < count; index++) {
        if (received[index] == '\n') {
            line[length] = 0;
            int number = signal_named(line);
            if (number) kill(command, number);
            length = 0;
        } else if (length < sizeof line - 1) {
            line[length++] = received[index];
        }
    }
    return count > 0;
}

// Waits for the end of the command, the end of standard input, or the deadline.
static enum end watch(pid_t command, int children, double seconds) {
    double deadline = now() + seconds;
    struct pollfd watched[] = {
        {.fd = children, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
    for (;;) {
        if (reap_orphans(command)) return ended;
        double left = deadline - now();
        if (left <= 0) return timed_out;
        int pause = left > 3600 ? 3600000 : (int)(left * 1000) + 1;
        if (poll(watched, 2, pause) <= 0) continue;
        struct signalfd_siginfo child;
        if (watched[0].revents && read(children, &child, sizeof child) < 0) return released;
        if (watched[1].revents && !pass_signals(command)) return released;
    }
}

// Starts the command in its own session. Returns an error number on failure.
static int start(pid_t *command, const char *folder, char **arguments) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    return posix_spawn(command, arguments[0], &actions, &attributes, arguments, environ);
}

static void report(const char *path, int status, bool started, bool late, long peak) {
    FILE *file = fopen(path, "we");
    if (!file) return;
    bool exited = started && WIFEXITED(status), killed = started && WIFSIGNALED(status);
    fputs("{\"status\": ", file);
    exited ? fprintf(file, "%d", WEXITSTATUS(status)) : fputs("null", file);
    fputs(", \"signal\": ", file);
    killed ? fprintf(file, "%d", WTERMSIG(status)) : fputs("null", file);
    fprintf(file, ", \"maxrss\": %ld, \"timed_out\": %s}", peak, late ? "true" : "false");
    fclose(file);
}

int main(int count, char **arguments) {
    if (count < 6) return 2;
    char *report_path = arguments[1];
    pid_t parent = getppid();
    // Files that the test process has open must not stay open because of this process.
    close_range(3, ~0U, 0);
    // The test process handles an interrupt from the terminal; this process waits for its end.
    signal(SIGINT, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ended, NULL);
    int children = signalfd(-1, &child_ended, SFD_CLOEXEC);

    char scratch[4096] = "";
    if (strcmp(arguments[3], "yes") == 0) {
        const char *temporary = getenv("TMPDIR");
        snprintf(
            scratch, sizeof scratch, "%s/ziggurat-scratch-XXXXXX", temporary ? temporary : "/tmp");
        if (!mkdtemp(scratch)) return 1;
        setenv("TMPDIR", scratch, 1);
        setenv("XDG_CONFIG_HOME", scratch, 1);
    }

    pid_t command;
    int status = 0;
    struct rusage usage = {0};
    enum end end = ended;
    int failure = start(&command, arguments[4], arguments + 5);
    if (failure) {
        fprintf(stderr, "%s: %s\n", arguments[5], strerror(failure));
    } else {
        end = watch(command, children, strtod(arguments[2], NULL));
        if (end != ended) kill(command, SIGKILL);
        while (wait4(command, &status, 0, &usage) < 0 && errno == EINTR) {}
    }
    kill_descendants();
    if (scratch[0]) remove_tree(scratch);
    report(report_path, status, !failure, end == timed_out, usage.ru_maxrss);
    // If the test process has ended, it cannot remove the folder.
    if (getppid() != parent) remove_tree(dirname(report_path));
    return 0;
}
