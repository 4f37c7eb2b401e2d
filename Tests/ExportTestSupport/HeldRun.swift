import Foundation
import TestSupport

/// A run of the built program that is stopped in the middle of an export until the test continues
/// it.
///
/// A small separate process watches and stops the run, because the tests themselves may wait so
/// long that the run would end.
struct HeldRun {
    private let command: RunningCommand
    private let process: pid_t

    /// When a run is held.
    enum Moment: String {
        /// One export is under way, with tiles of its `xyz` bundle written.
        case tiles
        /// One export is under way, and the run uses more than 100 MB. Only the decoder of a large
        /// progressive JPEG needs that much memory.
        case decoding
        /// The run has used a fifth of a second of processor time.
        case working
        /// The run has read a byte from the named pipe `fifo`, and waits for more.
        case reading
        /// A decoder process is stopped, too.
        case decoderStopped
        /// The run waits for the lock of the destination.
        case locked
        /// The run has printed its address.
        case listening
    }

    /// Starts a run in the workshop's folder and waits until it is held.
    ///
    /// - Parameters:
    ///   - launcher: a command that becomes the program
    ///   - others: exports that must exist before the run is held
    init(
        _ words: [String], by launcher: [String] = [], at moment: Moment = .tiles,
        others: [String] = [], in shop: Workshop
    ) async throws {
        command = try RunningCommand(
            "python3",
            [
                "-I", "-S", "-c", Self.watcher, moment.rawValue, others.joined(separator: "/"),
            ] + launcher + [ZigguratBinary.url().path] + words, in: shop.folder.url)
        let file = shop.folder["held"]
        var held: String?
        while held == nil, !command.hasEnded {
            try await Task.sleep(for: .milliseconds(20))
            held = try? String(contentsOf: file, encoding: .utf8)
        }
        guard let held, let number = pid_t(held) else {
            throw NotHeld(result: await command.wait())
        }
        process = number
        try FileManager.default.removeItem(at: file)
    }

    /// Sends signals while the run is stopped, continues the run and waits for its end. A status
    /// above 128 means that a signal ended the run.
    ///
    /// The main thread gets all signals, because two threads could handle two signals at very
    /// different times.
    func finish(after signals: Int32...) async throws -> CommandResult {
        let sender = """
            import ctypes, sys
            process, *signals = map(int, sys.argv[1:])
            for signal in signals:
                ctypes.CDLL(None).tgkill(process, process, signal)
            """
        let numbers = ([process] + signals).map(String.init)
        try await Shell.run("python3", ["-I", "-S", "-c", sender] + numbers).orThrow()
        kill(process, SIGCONT)
        return await command.wait()
    }

    private static let watcher = """
        import fcntl, glob, os, signal, subprocess, sys, termios, time
        others = [f"Output/{name}" for name in sys.argv[2].split("/") if name]
        command = subprocess.Popen(sys.argv[3:])
        def is_decoding():
            with open(f"/proc/{command.pid}/statm") as file:
                resident = int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
            return resident > 100e6 and glob.glob("Output/.ziggurat-*")
        def is_tiling():
            return glob.glob("Output/.ziggurat-*/*/xyz/*/*/*")
        def is_working():
            with open(f"/proc/{command.pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
            return int(fields[11]) + int(fields[12]) >= os.sysconf("SC_CLK_TCK") / 5
        pipes = []
        def is_reading():
            if not pipes:
                pipes.append(os.open("fifo", os.O_RDWR | os.O_NONBLOCK))
                os.write(pipes[0], b"x")
            waiting = bytearray(4)
            fcntl.ioctl(pipes[0], termios.FIONREAD, waiting)
            return not any(waiting)
        def is_decoder_stopped():
            for name in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{name}/status") as file:
                        lines = file.read().splitlines()
                    if f"PPid:\t{command.pid}" in lines and "Seccomp:\t2" in lines:
                        os.kill(int(name), signal.SIGSTOP)
                        return True
                except OSError:
                    pass
        def is_locked():
            inode = os.stat("Output").st_ino
            with open("/proc/locks") as file:
                return any("-> FLOCK" in line and f":{inode} " in line for line in file)
        def is_listening():
            with open("/proc/self/fd/1") as file:
                return "http://" in file.read()
        is_time = {
            "decoding": is_decoding, "tiles": is_tiling, "working": is_working,
            "reading": is_reading, "decoderStopped": is_decoder_stopped, "locked": is_locked,
            "listening": is_listening,
        }[sys.argv[1]]
        while not isinstance(command.poll(), int):
            if all(map(os.path.exists, others)) and is_time():
                command.send_signal(signal.SIGSTOP)
                os.waitid(os.P_PID, command.pid, os.WSTOPPED | os.WNOWAIT)
                with open("held.new", "w") as file:
                    file.write(str(command.pid))
                os.rename("held.new", "held")
                break
            time.sleep(0.002)
        status = command.wait()
        sys.exit(status if status >= 0 else 128 - status)
        """

    struct NotHeld: Error, CustomStringConvertible {
        let result: CommandResult
        var description: String {
            "The run was over before it could be held: \(result.ending), \(result.errors)"
        }
    }
}
