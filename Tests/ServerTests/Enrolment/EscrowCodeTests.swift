import Foundation
import Shared
import TestSupport
import Testing

@testable import Server

struct EscrowCodeTests {
    @Test func `a code is read as people type it, and a slip is noticed`() throws {
        let code = EscrowCode(secret: (0..<32).map { UInt8($0) })
        #expect(code.text.count == 17 * 5 - 1)
        let typed = code.text.lowercased().replacing(" ", with: "\n")
        #expect(EscrowCode(typed: typed)?.secret == code.secret)
        for index in code.text.indices where code.text[index] != " " {
            var text = code.text
            let other = text[index] == "0" ? "1" : "0"
            text.replaceSubrange(index...index, with: other)
            #expect(EscrowCode(typed: text) == nil)
        }
        #expect(EscrowCode(typed: String(code.text.dropLast(5))) == nil)
    }

    @Test func `a new folder takes the key of a lost server, one in use does not`() throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 1)
        let lost = SecretsFolder(in: folder.url.appending(path: "lost"))
        let secret = try lost.secret(using: &generator)
        let code = try #require(lost.escrow)
        let new = SecretsFolder(in: folder.url.appending(path: "new"))
        try new.restore(code.secret)
        let restored = try new.secret(using: &generator)
        #expect(restored.serverKey == secret.serverKey)
        #expect(throws: SecretsError.self) { try new.restore(code.secret) }
    }
}
