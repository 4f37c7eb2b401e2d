/// The words this process was started with.
enum ProcessArguments {
    /// Every argument but the program's own name, byte for byte.
    ///
    /// `CommandLine.arguments` repairs what is not UTF-8 and so loses the names of some files.
    static func read() -> [ArgumentText] {
        // The argument vector is set before the first line of the program runs and is not written
        // afterwards; each of its strings ends with a zero, and the copy is made here.
        let count = Int(CommandLine.argc)
        return (1..<max(1, count)).compactMap { index in
            guard let start = unsafe CommandLine.unsafeArgv[index] else { return nil }
            var bytes: [UInt8] = []
            var offset = 0
            while case let byte = unsafe UInt8(bitPattern: start[offset]), byte != 0 {
                bytes.append(byte)
                offset += 1
            }
            return ArgumentText(bytes: bytes)
        }
    }
}
