#if LIBFUZZER
    import Foundation
    import FuzzTargets

    /// The loop of libFuzzer, which measures coverage to find new inputs.
    enum LibFuzzer {
        @_silgen_name("LLVMFuzzerRunDriver")
        private static func runDriver(
            _ count: UnsafeMutablePointer<Int32>,
            _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
            _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
        ) -> Int32

        /// The function under test. libFuzzer calls a C function without context. Only the main
        /// thread uses this property.
        nonisolated(unsafe) private static var read: ([UInt8]) -> Void = { _ in }

        static func run(_ target: FuzzTarget) throws -> Never {
            let folder = try ScratchFolder()
            read = try target.prepare(folder)
            // The first argument is the name of the target.
            let words = [CommandLine.arguments[0], "-max_len=\(target.longest)"]
            var list = (words + CommandLine.arguments.dropFirst(2)).map { strdup($0) } + [nil]
            var count = Int32(list.count - 1)
            let status = list.withUnsafeMutableBufferPointer { list in
                guard var address = list.baseAddress else { return Int32(2) }
                return runDriver(&count, &address) { bytes, count in
                    LibFuzzer.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
                    return 0
                }
            }
            folder.remove()
            exit(status)
        }
    }
#endif
