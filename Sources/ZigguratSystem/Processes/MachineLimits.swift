internal import FoundationEssentials
internal import Glibc

/// The resources of the machine, and the limits of the process.
package struct MachineLimits: Sendable {
    /// The processors that the process may use.
    package let processors: Int
    /// The memory of the machine, in bytes.
    package let memory: Int
    /// The smallest memory limit of the process's control groups, in bytes; `nil` without a limit.
    package let controlGroupMemory: Int?
    /// The largest number of open files; `nil` without a limit.
    package let openFiles: Int?
    /// The address space limit, in bytes; `nil` without a limit.
    package let addressSpace: Int?

    package init() {
        processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        controlGroupMemory = Self.controlGroupMemory(
            groups: Self.text("/proc/self/cgroup") ?? "", in: "/sys/fs/cgroup", Self.text)
        openFiles = Self.limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue))
        addressSpace = Self.limit(__rlimit_resource_t(RLIMIT_AS.rawValue))
    }

    /// The memory that this process may use, in bytes: the memory of the machine or of its
    /// container.
    package static let usableMemory: Int = {
        let limits = MachineLimits()
        return min(limits.memory, limits.controlGroupMemory ?? .max)
    }()

    /// Raises the limit of open files to a number, as far as the system allows it to the process.
    package static func raiseOpenFiles(to number: Int) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        let raised = min(rlim_t(number), limit.rlim_max)
        guard raised > limit.rlim_cur else { return }
        limit.rlim_cur = raised
        setrlimit(resource, &limit)
    }

    private static func limit(_ resource: __rlimit_resource_t) -> Int? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        // The largest number means that no limit is set.
        let number = Int(clamping: limit.rlim_cur)
        return number < .max ? number : nil
    }

    private static func text(_ path: String) -> String? {
        (try? FileSystem.contents(of: path)).flatMap { $0 }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the smallest memory limit of a process's control groups and their parent groups.
    ///
    /// - Parameters:
    ///   - groups: the content of `/proc/self/cgroup`: `0::/a/b`, or `4:memory:/a/b` in version 1.
    ///   - root: the folder where the groups are mounted.
    ///   - read: returns the text of a file; `nil` if it does not exist.
    package static func controlGroupMemory(
        groups: String, in root: String, _ read: (String) -> String?
    ) -> Int? {
        var limits: [Int] = []
        for line in groups.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isVersion2 = fields[0] == "0" && fields[1].isEmpty
            guard isVersion2 || fields[1].split(separator: ",").contains("memory") else { continue }
            let base = isVersion2 ? root : "\(root)/memory"
            let file = isVersion2 ? "memory.max" : "memory.limit_in_bytes"
            var names = fields[2].split(separator: "/")
            while true {
                let folder = ([base] + names.map(String.init)).joined(separator: "/")
                let text = read("\(folder)/\(file)")?.filter { !$0.isWhitespace }
                if let limit = text.flatMap({ Int($0) }) { limits.append(limit) }
                if names.popLast() == nil { break }
            }
        }
        // Version 1 states a limit near 2⁶³ for groups without a limit.
        return limits.filter { $0 < 1 << 60 }.min()
    }
}
