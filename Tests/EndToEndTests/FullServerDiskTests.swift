import Foundation
import TestSupport
import Testing

/// A server whose disk is full, its log on the same disk: told by `/ready` and to laptops, and
/// nothing is lost.
@Suite(.serialized)
struct FullServerDiskTests {
    private static let script = """
        mkdir data
        "$SERVER" serve --data data --listen 127.0.0.1:0 >data/first 2>data/log & server=$!
        trap 'kill $server' EXIT
        until [ -s data/first ]; do sleep 0.05; done
        address=$(sed 's/.*"address":"\\([^"]*\\)".*/\\1/' data/first)
        port=${address##*:}
        ready() { # the status of /ready
            exec 3<>"/dev/tcp/127.0.0.1/$port"
            printf 'GET /ready HTTP/1.1\\r\\nHost: here\\r\\nConnection: close\\r\\n\\r\\n' >&3
            read -r _ status _ <&3
            exec 3>&-
            echo "ready $status"
        }
        export ACCORD_HOME="$ERRORS.home"
        "$ACCORD" init --name Maya >/dev/null
        code=$("$SERVER" invite --data data --name Maya | sed -n 's/.*join [^ ]* //p')
        "$ACCORD" join "$address" "$code" >/dev/null
        "$ACCORD" audit new Harbour --environment android-talkback-phone-15 >/dev/null
        "$ACCORD" sync >/dev/null
        ready
        cat /dev/zero >data/filler 2>/dev/null
        ready
        "$ACCORD" component add --screen Home --control menu --label Options >/dev/null
        timeout \(3 * Patience.factor) "$ACCORD" sync 2>&1; echo "sync $?"
        "$ACCORD" status | grep -c 'to send'
        rm data/filler
        ready
        "$ACCORD" sync; echo "sync $?"
        kill -0 $server && echo alive
        """

    @Test func `it is told, the server lives, and what was saved goes on later`() throws {
        let folder = try TemporaryFolder()
        let output = try SmallDisk.run(
            Self.script, folder: folder.url.appending(path: "disk"), megabytes: 32)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("ready") } == ["ready 200", "ready 507", "ready 200"])
        let ends = lines.filter { $0.hasPrefix("sync ") }
        #expect(ends.count == 2 && ends.last == "sync 0" && ends.first != "sync 0", "\(output)")
        #expect(output.contains("no room") && output.contains("Trying again"), "\(output)")
        #expect(lines.contains("1") && lines.last == "alive", "\(output)")
    }
}
