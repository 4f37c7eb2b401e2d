import CVips

/// libvips, started once.
enum VipsRuntime {
    /// Whether libvips could be started; asking starts it.
    static let started: Bool = {
        guard vips_init("ziggurat") == 0 else { return false }
        // Nothing here computes the same thing twice, so a cache would only hold memory.
        vips_cache_set_max(0)
        return true
    }()
}
