internal import CSystem
internal import Glibc

/// The three standard streams of the process.
enum StandardStreams {
    /// Opens a file in place of each closed stream: otherwise the next file that the process opens
    /// would get the stream's number, and messages would be written into it.
    ///
    /// Reading and writing fail there, as they do on a closed stream. Call it before any file is
    /// opened.
    static func fill() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is that of the stream.
            let file = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            if file != stream { _exit(ExitStatus.failed.rawValue) }
        }
    }

    /// Keeps what libraries print away from standard error, which has only the program's own lines.
    static func takeLibraryMessages() { zig_take_library_messages(0) }
}
