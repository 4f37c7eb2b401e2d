import Foundation
import FuzzTargets

/// Runs a target with its seeds and with reproducible mutations of them.
struct PlainRun {
    private let target: FuzzTarget
    /// The file with the current input, which remains after a crash.
    private let current: InputFile
    private let seeds: [[UInt8]]

    init(_ target: FuzzTarget, input: String, seeds folder: String) throws {
        self.target = target
        current = try InputFile(input)
        seeds = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
        }
    }

    /// A limit of private memory in bytes. A target that needs more memory fails.
    private static let memoryLimit: rlim_t = 1 << 31

    func run(_ count: Int) throws {
        var limit = rlimit(rlim_cur: Self.memoryLimit, rlim_max: Self.memoryLimit)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let read = try target.prepare(folder)
        var mutator = Mutator(seeds: seeds, longest: target.longest)
        for input in seeds + [[]] { try use(input, read) }
        for _ in 0..<count { try use(mutator.next(), read) }
        print("\(seeds.count + 1 + count) inputs")
    }

    private func use(_ input: [UInt8], _ read: ([UInt8]) -> Void) throws {
        try current.hold(input)
        read(input)
    }
}

/// A file that always contains the current input.
private struct InputFile {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func hold(_ bytes: [UInt8]) throws {
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count, ftruncate(descriptor, count) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }
}
