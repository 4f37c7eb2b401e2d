/// Scripts inside a page.
enum InlineScript {
    /// Escapes text that would end the script element or begin a comment. In scripts, such text
    /// occurs only in strings and regular expressions, where the backslash has no effect.
    static func safe(_ script: [UInt8]) -> [UInt8] {
        Array(
            String(decoding: script, as: UTF8.self)
                .replacing("</script", with: "<\\/script").replacing("</SCRIPT", with: "<\\/SCRIPT")
                .replacing("<!--", with: "<\\!--").utf8)
    }
}
