// Gives up its own rights and prints which system calls still work. Each line has the name of a call and
// "allowed" or "denied".
//
//     confined-process FOLDER [free]
//
// FOLDER has a file `old`. With `free`, the process keeps its rights.

#define _GNU_SOURCE
#include <Confinement.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void report(const char *name, int is_allowed)
{
    printf("%s %s\n", name, is_allowed ? "allowed" : "denied");
}

static void *nothing(void *argument)
{
    return argument;
}

int main(int count, char **arguments)
{
    if (count < 2 || chdir(arguments[1]) != 0) return 1;
    if (count == 2 && zig_confine_system_calls() != 0) return 2;
    report("open-to-read", open("old", O_RDONLY) >= 0);
    report("list", open(".", O_RDONLY | O_DIRECTORY) >= 0);
    report("memory", mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                         != MAP_FAILED);
    pthread_t thread;
    report("thread", pthread_create(&thread, NULL, nothing, NULL) == 0
                         && pthread_join(thread, NULL) == 0);
    struct timespec moment = {.tv_nsec = 1};
    report("sleep", nanosleep(&moment, NULL) == 0);
    report("open-to-write", open("old", O_WRONLY) >= 0);
    report("open-to-change", open("old", O_RDWR) >= 0);
    report("create", open("new", O_RDONLY | O_CREAT, 0600) >= 0);
    report("create-unnamed", open(".", O_TMPFILE | O_RDWR, 0600) >= 0);
    report("folder", mkdir("folder", 0700) == 0);
    report("rename", rename("old", "other") == 0 && rename("other", "old") == 0);
    report("link", symlink("old", "link") == 0);
    report("mode", chmod("old", 0644) == 0);
    report("truncate", truncate("old", 0) == 0);
    report("socket", socket(AF_INET, SOCK_STREAM, 0) >= 0);
    report("local-socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    report("limit", setrlimit(RLIMIT_NOFILE, &limit) == 0);
    report("signal-parent", kill(getppid(), 0) == 0);
    report("keep-after-parent", prctl(PR_SET_PDEATHSIG, 0) == 0);
    report("remove", unlink("old") == 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(0);
    report("fork", child > 0 && waitpid(child, NULL, 0) == child);
    fflush(stdout);
    execl("/bin/echo", "echo", "execute", "allowed", NULL);
    report("execute", 0);
    return 0;
}
