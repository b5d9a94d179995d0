import Foundation

/// Feeds damaged bytes to a decoder, which must refuse them or keep its claims about them.
///
/// `ACCORD_FUZZ_TRACE=1` prints every input before it is decoded, so that the last one before a
/// crash is known.
package enum Fuzz {
    private static let isTraced =
        ProcessInfo.processInfo.environment["ACCORD_FUZZ_TRACE"] == "1"

    /// What became of one input.
    package enum Verdict {
        /// The decoder did not take it.
        case refused
        /// It was taken, and every claim about it holds.
        case sound
        /// It was taken, and this is wrong about it.
        case broken(String)

        /// Sound if the claim holds, broken as the sentence says if not.
        package static func claim(_ holds: Bool, else sentence: String) -> Verdict {
            holds ? .sound : .broken(sentence)
        }
    }

    /// Runs a decoder over so many damaged samples for each seed.
    ///
    /// - Parameter name: The decoder's, for the tally.
    /// - Returns: What did not hold, with the input, at most ten of them; also that nothing was
    ///   taken at all, as then nothing was claimed either.
    package static func violations(
        of name: String, samples: [[UInt8]], count: Int, file: String = #fileID,
        _ decode: ([UInt8]) -> Verdict
    ) -> [String] {
        var found: [String] = []
        var tried = 0
        var taken = 0
        for seed in Seeds.first(1) {
            var mutator = ByteMutator(seed: seed, samples: samples)
            for _ in 0..<count where found.count < 10 {
                let input = mutator.next()
                if isTraced { trace(name, input) }
                tried += 1
                switch decode(input) {
                case .refused: continue
                case .sound: taken += 1
                case .broken(let what):
                    found.append("\(what): \(hex(input)). \(Seeds.replay(seed, file: file))")
                }
            }
        }
        print("tally: fuzz \(name): \(tried) inputs, \(taken) taken, \(found.count) violations")
        if taken == 0 { found.append("no input was taken by \(name)") }
        return found
    }

    private static func trace(_ name: String, _ input: [UInt8]) {
        FileHandle.standardError.write(Data("\(name) \(hex(input))\n".utf8))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
