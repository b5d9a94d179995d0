import Shared

/// A one-time code that a lead hands over: 100 random bits in letters that are hard to confuse.
package struct InviteCode: Hashable, Sendable {
    /// Twenty letters of Crockford's alphabet, without hyphens.
    private let letters: String
    private static let alphabet = [UInt8]("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 20

    /// Draws a code; the generator must be one whose numbers cannot be guessed.
    package static func random(using generator: inout some RandomNumberGenerator) -> InviteCode {
        let letters = (0..<count).map { _ in
            alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }
        return InviteCode(letters: String(decoding: letters, as: UTF8.self))
    }

    /// Reads what a person typed: any case, hyphens and spaces, O for 0, I and L for 1.
    package init?(typed: String) {
        let letters = typed.uppercased().utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: " "): nil
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: byte  // open set: any other byte, checked below
            }
        }
        guard letters.count == Self.count, letters.allSatisfy(Self.alphabet.contains)
        else { return nil }
        self.letters = String(decoding: letters, as: UTF8.self)
    }

    private init(letters: String) { self.letters = letters }

    /// What the database keeps in its place.
    var hash: Hash256 { Hash256(of: [UInt8]("accord/invite/1\(letters)".utf8)) }

    package var text: String {
        stride(from: 0, to: Self.count, by: 5).map { start in
            String(letters.dropFirst(start).prefix(5))
        }.joined(separator: "-")
    }
}
