internal import CISAL
internal import ZigguratCore
internal import ZigguratSystem

/// ISA-L, which the first PNG that is read or written brings in.
///
/// Whoever has a stream of it may call its functions: `zig_isal()`.
enum ISAL {
    /// Comes before everything else that is asked of it.
    ///
    /// - Parameter code: what went wrong where it is missing.
    static func load(orThrow code: ZigguratError.Code) throws(ZigguratError) {
        guard let reason = zig_isal_load() else { return }
        throw ZigguratError(
            code, "", "ISA-L cannot be loaded (\(String(cString: reason)))",
            remedy: "install it: apt-get install libisal2")
    }
}
