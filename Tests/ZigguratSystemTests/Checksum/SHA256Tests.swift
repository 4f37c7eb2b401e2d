import Foundation
import Testing
import ZigguratSystem

@Suite struct SHA256Tests {
    /// The first three cases are the examples of FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        ),
    ])
    func knownDigests(message: String, digest: String) {
        let found = SHA256.digest(of: Array(message.utf8))
        #expect(found.hex == digest && "\(found)" == digest)
        #expect(found.bytes.map { String(format: "%02x", $0) }.joined() == digest)
    }

    /// The digest depends neither on how the message is split nor on intermediate digests.
    @Test func pieces() {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var sum = SHA256()
        var start = 0
        for length in [0, 1, 63, 64, 65, 807] {
            let before = sum
            sum.update(Array(message[start..<start + length]).span.bytes)
            start += length
            #expect(sum.digest() == SHA256.digest(of: Array(message[..<start])))
            #expect(before.digest() == SHA256.digest(of: Array(message[..<(start - length)])))
        }
        #expect(start == message.count)
    }

    /// Compares lengths around the block size, where the padding changes, with sha256sum.
    @Test(arguments: [55, 56, 63, 64, 65, 119, 120, 128])
    func agreesWithSha256sum(length: Int) throws {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: message)
        try input.fileHandleForWriting.close()
        let text = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(String(decoding: text, as: UTF8.self).prefix(64) == SHA256.digest(of: message).hex)
    }
}
