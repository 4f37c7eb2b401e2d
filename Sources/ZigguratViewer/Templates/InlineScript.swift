/// Scripts inside a page.
enum InlineScript {
    /// Escapes what would end the script element or begin a comment. Scripts contain both only in
    /// strings and regular expressions, where the backslash changes nothing.
    static func safe(_ script: [UInt8]) -> [UInt8] {
        Array(
            String(decoding: script, as: UTF8.self)
                .replacing("</script", with: "<\\/script").replacing("</SCRIPT", with: "<\\/SCRIPT")
                .replacing("<!--", with: "<\\!--").utf8)
    }
}
