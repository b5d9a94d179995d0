import Foundation
import TestSupport
import Testing

@testable import Presentation

struct PercentEncodingTests {
    private func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.append(percentEncoding: text)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("menu.ios.state-open", "menu.ios.state-open"), ("a b:c/d%", "a%20b%3Ac%2Fd%25"),
        ("é\n\"<>", "%C3%A9%0A%22%3C%3E"), ("", ""), ("~_-.", "~_-."),
    ])
    func `all but unreserved characters are percent-encoded`(text: String, address: String) {
        #expect(encoded(text) == address)
    }

    @Test func `any text comes back as it was, and no two are alike`() {
        let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init)
        let all = scalars.map { encoded(String($0)) }
        #expect(Set(all).count == all.count)
        for (scalar, address) in zip(scalars, all) {
            #expect(address.removingPercentEncoding.map { Array($0.unicodeScalars) } == [scalar])
        }
    }
}
