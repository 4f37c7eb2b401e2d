internal import ZigguratSystem

/// Scripts that stand in a page instead of beside it.
enum InlineScript {
    /// The same script without what would end its element or begin a comment. Both stand in texts
    /// and regular expressions only, where a backslash before a letter or a mark changes nothing.
    static func safe(_ script: [UInt8]) -> [UInt8] {
        Array(
            String(decoding: script, as: UTF8.self)
                .replacing("</script", with: "<\\/script").replacing("</SCRIPT", with: "<\\/SCRIPT")
                .replacing("<!--", with: "<\\!--").utf8)
    }
}
