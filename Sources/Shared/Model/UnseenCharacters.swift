/// What tells two names apart for a computer alone: characters that nobody sees, curled quotes.
///
/// A list of our own and final, as `CaseFolding`: a change to it would give things other ids.
enum UnseenCharacters {
    /// A text without them, each curled quotation mark as the straight one.
    ///
    /// Joiners go too. Persian words and joined emoji are told apart by them, but seldom two names
    /// of one screen, while nobody finds the joiner that makes a twin. The label keeps them.
    static func without(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isInFlag = false
        for scalar in text.unicodeScalars {
            // Tags behind a black flag are seen: they say whose flag it is.
            let isTag = tags.contains(scalar.value)
            isInFlag = scalar == blackFlag || (isInFlag && isTag)
            if isTag {
                if isInFlag { result.append(scalar) }
            } else if let mark = straight[scalar] {
                result.append(mark)
            } else if !isUnseen(scalar) {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0xAD && runs.contains { $0.contains(scalar.value) }
    }

    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    private static let tags: ClosedRange<UInt32> = 0xE0020...0xE007F

    /// Soft hyphen, joiners and spaces without width, marks of direction, fillers, selectors of
    /// variants, controls of old musical and interlinear text, tags.
    private static let runs: [ClosedRange<UInt32>] = [
        0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
        0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164,
        0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0x1BCA0...0x1BCA3,
        0x1D173...0x1D17A, 0xE0001...0xE0001, 0xE0100...0xE01EF,
    ]

    private static let straight: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{2018}": "'", "\u{2019}": "'", "\u{201A}": "'", "\u{201B}": "'", "\u{2BC}": "'",
        "\u{FF07}": "'", "\u{201C}": "\"", "\u{201D}": "\"", "\u{201E}": "\"",
        "\u{201F}": "\"", "\u{FF02}": "\"",
    ]
}
