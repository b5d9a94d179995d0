/// Numbers, amounts and what stands for a word, in one form: `forty percent` and `40%` sound alike.
enum SpokenNumbers {
    /// The words that one written word is heard as: `40` and `percent` of `40%`; none of no letter.
    static func words(of word: String) -> [String] {
        if word.isEmpty { return [] }
        if word == "&" { return ["and"] }
        let plain = word.contains("'") ? word.replacing("'", with: "") : word
        guard plain.unicodeScalars.contains(where: \.isDigit) else { return [plain] }
        var amount = plain[...]
        var unit: String?
        if let first = amount.first, let name = currencies[first] {
            amount = amount.dropFirst()
            unit = name
        } else if let last = amount.last, let name = last == "%" ? "percent" : currencies[last] {
            amount = amount.dropLast()
            unit = name
        }
        guard amount.allSatisfy({ $0.isNumber || $0 == "." || $0 == "," }) else { return [plain] }
        return [String(amount).replacing(",", with: "")] + (unit.map { [$0] } ?? [])
    }

    private static let currencies: [Character: String] = [
        "$": "dollars", "€": "euros", "£": "pounds",
    ]

    /// With numbers that are written as words as digits: dictation writes either.
    static func counted(_ words: [SpokenPhrase.Word]) -> [SpokenPhrase.Word] {
        guard words.contains(where: { small[$0.text] != nil || $0.text == "cent" }) else {
            return words
        }
        var counted: [SpokenPhrase.Word] = []
        var index = 0
        while index < words.count {
            // No number has more words, and every text ends soon.
            let rest = words[index...].prefix(16).map(\.text)
            let (text, length) = amount(rest) ?? (rest[0], 1)
            let typed = words[index..<index + length].map(\.typed).filter { !$0.isEmpty }
            counted.append(SpokenPhrase.Word(text: text, typed: typed.joined(separator: " ")))
            index += length
        }
        return counted
    }

    /// What these words begin with in digits, and how many of them that is.
    private static func amount(_ words: [String]) -> (text: String, length: Int)? {
        if words.starts(with: ["per", "cent"]) { return ("percent", 2) }
        guard let (value, length) = whole(words[...]) else { return nil }
        let rest = words.dropFirst(length)
        // Years are said by halves.
        if (18...20).contains(value), let (half, more) = whole(rest), (10...99).contains(half) {
            return ("\(value * 100 + half)", length + more)
        }
        guard rest.first == "point" else { return ("\(value)", length) }
        let digits = rest.dropFirst().prefix { small[$0].map { $0 < 10 } ?? false }
        guard !digits.isEmpty else { return ("\(value)", length) }
        let decimals = digits.compactMap { small[$0] }.map(String.init).joined()
        return ("\(value).\(decimals)", length + 1 + digits.count)
    }

    private static func whole(_ words: ArraySlice<String>) -> (value: Int, length: Int)? {
        var thousands = 0
        var value: Int?
        var length = 0
        for (offset, word) in words.prefix(12).enumerated() {
            if let number = small[word] {
                guard let present = value else {
                    value = number
                    length = offset + 1
                    continue
                }
                let room = present % 100 == 0 && present > 0 ? 100 : present % 10 == 0 ? 10 : 0
                // `twenty five` is one number, `ten five` and `two two` are two.
                let isAdded = number > 0 && number < room && (room == 100 || present % 100 >= 20)
                guard isAdded else { break }
                value = present + number
                length = offset + 1
            } else if word == "hundred", let present = value, (1...9).contains(present) {
                value = present * 100
                length = offset + 1
            } else if word == "thousand", let present = value, present > 0, thousands == 0 {
                thousands = present * 1000
                value = nil
                length = offset + 1
            } else if word == "and", length == offset, offset > 0,
                ["hundred", "thousand"].contains(words[words.startIndex + offset - 1])
            {
                continue
            } else {
                break
            }
        }
        return length > 0 ? (thousands + (value ?? 0), length) : nil
    }

    private static let small: [String: Int] = {
        let below = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
            "eighteen", "nineteen",
        ]
        let tens = [
            "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
        ]
        let all =
            below.enumerated().map { ($1, $0) } + tens.enumerated().map { ($1, 20 + $0 * 10) }
        return Dictionary(uniqueKeysWithValues: all)
    }()
}
