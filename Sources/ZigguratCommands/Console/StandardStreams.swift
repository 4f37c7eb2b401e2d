internal import CSystem
internal import Glibc

/// The three standard streams of the process.
enum StandardStreams {
    /// Opens a file in place of each closed stream.
    ///
    /// Otherwise the next file that the process opens would get the stream's number, and messages
    /// would be written into this file. Reading and writing still fail, as on a closed stream. Call
    /// this function before any file is opened.
    static func fill() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            // The lowest free descriptor is the number of the closed stream.
            let file = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            if file != stream { _exit(ExitStatus.failed.rawValue) }
        }
    }

    /// Redirects the output of libraries, so that standard error contains only the program's own
    /// lines.
    static func takeLibraryMessages() { zig_take_library_messages(0) }
}
