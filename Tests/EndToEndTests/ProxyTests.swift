import Foundation
import TestSupport
import Testing

/// A proxy between the laptop and an encrypted server that does not let it through.
struct ProxyTests {
    @Test(arguments: [
        (403, "Try another network"), (407, "https_proxy"), (511, "Open a web page to sign in"),
    ])
    func `a way that a proxy refuses is told as that`(status: Int, advice: String) throws {
        let proxy = ScriptedServer { _ in
            .raw("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n", then: .close)
        }
        let folder = try TemporaryFolder()
        let home = folder.url.appending(path: "home")
        let program = Program.accord(home: home, ["https_proxy": proxy.url])
        try program.succeed("init", "--name", "Maya Lindqvist")
        let told = try program.run("join", "https://accord.example.org", "ABCD-EFGH-JKLM-NPQR")
        #expect(told.status == 76, "\(told.errors)")
        #expect(told.errors.contains("answered in its place, with \(status)"), "\(told.errors)")
        #expect(told.errors.contains(advice), "\(told.errors)")
    }
}
