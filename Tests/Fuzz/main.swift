import Foundation
import FuzzTargets

/// Runs fuzz targets: `fuzz` lists them.
///
///     fuzz TARGET INPUT SEEDS COUNT     mutates the files in a folder, without libFuzzer; each input
///                                       is first written to the file INPUT
///     fuzz TARGET [OPTION…] FOLDER…     with libFuzzer, if it is linked (Scripts/fuzz)
let words = Array(CommandLine.arguments.dropFirst())
guard let name = words.first else {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
}
guard let target = (FuzzTarget.all + [.control]).first(where: { $0.name == name }) else {
    fail("unknown target: \(name)")
}
#if LIBFUZZER
    try LibFuzzer.run(target)
#else
    guard words.count == 4, let count = Int(words[3]) else {
        fail("usage: fuzz TARGET INPUT SEEDS COUNT")
    }
    try PlainRun(target, input: words[1], seeds: words[2]).run(count)
#endif

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("fuzz: \(message)\n".utf8))
    exit(2)
}
