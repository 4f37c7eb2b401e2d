#define _GNU_SOURCE
#include "Confinement.h"
#include "ConfinedStart.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { CONNECTION = 3, MOST_DESCRIPTORS = 3, PATIENCE_SECONDS = 10 };

struct request {
    uint64_t memory_limit;
    uint64_t processor_limit;
};

union descriptors {
    char bytes[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
    struct cmsghdr header;
};

struct lasting_start {
    const char *path;
    char *const *arguments;
    struct zig_confined_start start;
    pid_t child;
    int failure;
    sem_t done;
};

static void *start_and_stay(void *argument)
{
    struct lasting_start *lasting = argument;
    lasting->child = zig_spawn_confined(lasting->path, lasting->arguments, lasting->start);
    lasting->failure = errno;
    sem_post(&lasting->done);
    while (1) pause();
    return NULL;
}

int zig_spawn_lasting(const char *path, char *const *arguments, struct zig_confined_start start)
{
    struct lasting_start lasting = {.path = path, .arguments = arguments, .start = start};
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_t thread;
    if (sem_init(&lasting.done, 0, 0) != 0) return -1;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // Other threads of the program handle its signals.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&thread, &attributes, start_and_stay, &lasting);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failure == 0)
        while (sem_wait(&lasting.done) != 0 && errno == EINTR) {}
    sem_destroy(&lasting.done);
    errno = failure ? failure : lasting.failure;
    return failure ? -1 : lasting.child;
}

int zig_request_fork(int server, struct zig_confined_start start)
{
    struct request request = {start.memory_limit, start.processor_limit};
    int sent[MOST_DESCRIPTORS] = {start.errors, start.control, start.memory};
    size_t length = sizeof(int) * (start.memory < 0 ? 2 : 3);
    union descriptors space;
    memset(&space, 0, sizeof space);
    struct iovec part = {&request, sizeof request};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &space,
                             .msg_controllen = CMSG_SPACE(length)};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(length);
    memcpy(CMSG_DATA(header), sent, length);
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    setsockopt(server, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (sendmsg(server, &message, MSG_NOSIGNAL) != sizeof request) return -1;
    pid_t child = -1;
    ssize_t count;
    do count = recv(server, &child, sizeof child, 0);
    while (count < 0 && errno == EINTR);
    return count == sizeof child && child > 0 ? child : -1;
}

// Receives a request and its descriptors. Returns 0 at the end of the connection.
static int receive(struct zig_confined_start *start)
{
    struct request request;
    union descriptors space;
    struct iovec part = {&request, sizeof request};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &space,
                             .msg_controllen = sizeof space};
    ssize_t count;
    do count = recvmsg(CONNECTION, &message, MSG_CMSG_CLOEXEC);
    while (count < 0 && errno == EINTR);
    struct cmsghdr *header = count == sizeof request ? CMSG_FIRSTHDR(&message) : NULL;
    if (!header || header->cmsg_type != SCM_RIGHTS) return 0;
    int received[MOST_DESCRIPTORS] = {-1, -1, -1};
    size_t length = header->cmsg_len - CMSG_LEN(0);
    memcpy(received, CMSG_DATA(header), length < sizeof received ? length : sizeof received);
    *start = (struct zig_confined_start){
        .errors = received[0], .control = received[1], .memory = received[2],
        .memory_limit = request.memory_limit, .processor_limit = request.processor_limit};
    return received[1] >= 0;
}

static int has_one_thread(void)
{
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return 0;
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count == 1;
}

int zig_serve_forks(void)
{
    pid_t program = getppid();
    // Forking copies only one thread. Another thread could hold a lock, which would then never be released.
    if (!has_one_thread()) return 0;
    while (1) {
        struct zig_confined_start start;
        if (!receive(&start)) return 0;
        // The child's parent is the program, which waits for the child. The child ends with the program.
        pid_t child = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
        if (child == 0) {
            if (zig_take_confinement(&start, program) == 0) return 1;
            _exit(127);
        }
        close(start.errors);
        close(start.control);
        if (start.memory >= 0) close(start.memory);
        if (send(CONNECTION, &child, sizeof child, MSG_NOSIGNAL) != sizeof child) return 0;
    }
}
