import Foundation
import TestSupport
import Testing

/// Every command that writes where its user says: that file or folder, and nothing else there.
///
/// In a file system of their own, because what they must not do there is what they once did.
@Suite(.serialized)
struct WrittenFilesTests {
    /// Places by their names, and how a command ends that is given one.
    private typealias Ends = [(place: String, status: Int32)]

    private static let replacing: Ends = [
        ("full", 64), ("full/", 64), (".", 64), ("", 64), ("missing/new", 74), ("pipe", 0),
        ("null", 0), ("link", 0), ("dangling", 0), ("file", 0), ("new", 0),
    ]
    /// Of what must be new.
    private static let making: Ends = [
        ("full", 64), ("full/", 64), (".", 64), ("", 64), ("missing/new", 74), ("pipe", 65),
        ("null", 65), ("link", 65), ("dangling", 65), ("file", 65), ("new", 0),
    ]
    /// Of a folder that files are put into.
    private static let filling: Ends = [
        ("full", 0), ("full/", 0), (".", 0), ("", 64), ("missing/new", 0), ("pipe", 64),
        ("null", 64), ("link", 64), ("dangling", 64), ("file", 64), ("new", 0),
    ]
    private static let makingFolder: Ends = [
        ("full", 65), ("full/", 65), (".", 65), ("", 64), ("missing/new", 0), ("pipe", 64),
        ("null", 64), ("link", 64), ("dangling", 64), ("file", 64), ("new", 0),
    ]

    private static let commands: [(name: String, words: String, ends: Ends)] = [
        ("export", #""$ACCORD" export csv --output "$1""#, replacing),
        ("server export", #""$SERVER" export $audit csv --data "$DATA" --output "$1""#, replacing),
        ("bundle", #""$ACCORD" bundle export "$1""#, making),
        ("backup", #""$ACCORD" backup "$1""#, making),
        ("evidence", #""$ACCORD" evidence fetch --to "$1""#, filling),
        ("backup of evidence", #""$ACCORD" backup ../backup --evidence "$1""#, filling),
        ("server backup", #""$SERVER" backup --data "$DATA" "$1""#, makingFolder),
        ("catalogue", #""$ACCORD" catalogue export "$1""#, makingFolder),
    ]

    /// A laptop with a finding and a file, and a server with the same, both elsewhere.
    private static let preparation = """
        export ACCORD_HOME="$ERRORS.home" DATA="$ERRORS.data"
        "$SERVER" serve --data "$DATA" --listen 127.0.0.1:0 >"$ERRORS.first" 2>/dev/null & server=$!
        until [ -s "$ERRORS.first" ]; do sleep 0.05; done
        address=$(sed 's/.*"address":"\\([^"]*\\)".*/\\1/' "$ERRORS.first")
        code=$("$SERVER" invite --data "$DATA" --name Rosa | sed -n 's/.*join [^ ]* //p')
        {
            "$ACCORD" init --name Rosa
            "$ACCORD" join "$address" "$code"
            "$ACCORD" audit new Orchard --environment android-talkback-phone-15
            "$ACCORD" component add --screen Home --control menu --label Options
            "$ACCORD" record --component Home/Options --environment android-talkback-phone-15 \\
                --state expanded --criterion state-open --outcome failed
            echo shot >shot.txt
            "$ACCORD" attach Home/Options@android-talkback-phone-15:expanded \\
                --criterion state-open shot.txt
            "$ACCORD" sync
        } >/dev/null
        kill $server; wait $server
        audit=$("$ACCORD" audit list --json | sed 's/.*"audit":"\\([0-9a-f]*\\)".*/\\1/')
        lay() { # everything that a name can be
            umount place/null 2>/dev/null; rm -rf place backup; mkdir -p place/full/inner; cd place
            for one in full/inner/file file file.part link.part new.part; do echo mine >$one; done
            ln -s file link; ln -s none dangling; mkfifo pipe; : >null
            mount --bind /dev/null null; cd ..
        }
        seen() { # seen PLACE: all but where that leads, and but the files of evidence
            case $1 in link) set file ;; dangling) set none ;; missing/*) set missing ;; esac
            (cd place && find . -mindepth 1 ! -path "./${1%/}" ! -path "./${1%/}/*" \\
                ! -name shot.txt \\
                ! -regex '.*/[0-9a-f]*' \\( -type f -exec sum {} \\; -o -true \\) \\
                -printf '%p %y %l\\n' 2>/dev/null | sort)
        }
        """

    @Test func `only what was named is written, and what cannot be is refused`() throws {
        let calls = Self.commands.map { name, words, ends in
            """
            run() { \(words); }
            for place in \(ends.map { "'\($0.place)'" }.joined(separator: " ")); do
                lay
                all=$(seen -); rest=$(seen "$place")
                [ "$place" = pipe ] && { cat place/pipe >/dev/null 2>&1 & }
                (cd place; run "$place" >"$ERRORS.out" 2>&1); status=$?
                [ "$place" = pipe ] && { kill $! 2>/dev/null; wait $! 2>/dev/null; }
                if [ $status = 0 ]; then after=$(seen "$place"); else after=$(seen -); rest=$all; fi
                [ "$rest" = "$after" ] && what=kept || what=CHANGED
                echo "\(name)|$place|$status|$what|$(readlink place/link)|$(head -1 "$ERRORS.out")"
            done
            """
        }
        let printed = try Self.run(calls.joined(separator: "\n"))
        let lines = printed.split(separator: "\n").map {
            $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        for (name, _, ends) in Self.commands {
            for (place, status) in ends {
                let line = lines.first { $0.first == name && $0.dropFirst().first == place } ?? []
                #expect(
                    line.dropFirst(2).prefix(3) == ["\(status)", "kept", "file"],
                    "\(name) \(place): \(line.isEmpty ? [printed] : line)")
            }
        }
    }

    @Test func `on a full disk nothing is written, and nothing is left`() throws {
        let calls = Self.commands.filter { $0.name != "backup of evidence" }.map { name, words, _ in
            """
            run() { \(words); }
            for place in new file; do
                [ "\(name)" != evidence ] || place=.
                lay; all=$(seen -)
                cat /dev/zero >filler 2>/dev/null
                (cd place; run "$place" >"$ERRORS.out" 2>&1); status=$?
                rm filler
                [ "$all" = "$(seen -)" ] && what=kept || what=CHANGED
                echo "\(name) $place $status $what"
            done
            """
        }
        let printed = try Self.run(calls.joined(separator: "\n"))
        var expected: [String] = []
        for (name, _, ends) in Self.commands where name != "backup of evidence" {
            for place in ["new", "file"] {
                let words = name == "evidence" ? "." : place
                let end = ends.first { $0.place == words }?.status ?? 0
                expected.append("\(name) \(words) \(end == 0 ? 74 : end) kept")
            }
        }
        #expect(printed.split(separator: "\n").map(String.init) == expected)
    }

    @Test func `a watch that found the disk full leaves no file, and begins anew`() throws {
        let printed = try Self.run(
            """
            lay; cd place; cat /dev/zero >filler 2>/dev/null
            "$ACCORD" export ndjson --output watched --watch >"$ERRORS.out" 2>&1; echo $?
            [ -e watched ] && echo torn
            rm filler
            "$ACCORD" export ndjson --output watched --watch >/dev/null 2>&1 & watch=$!
            until [ -e watched ] || ! kill -0 $watch; do sleep 0.05; done
            kill $watch; wait $watch 2>/dev/null
            tail -n 1 watched | grep -o '"cursor":'
            """)
        #expect(printed == "74\n\"cursor\":\n")
    }

    @Test func `a kill at any moment leaves the old file or the new one`() throws {
        let printed = try Self.run(
            """
            lay; cd place
            "$ACCORD" export csv --output old >/dev/null
            "$ACCORD" component add --screen Home --control menu --label More >/dev/null
            "$ACCORD" record --component Home/More --environment android-talkback-phone-15 \\
                --state expanded --criterion state-open --outcome failed >/dev/null
            "$ACCORD" export csv --output new >/dev/null
            cmp -s old new && echo "nothing new"
            exec 2>/dev/null
            for moment in $(seq 0.01 0.015 0.25); do
                cp old file
                timeout -s KILL $moment "$ACCORD" export csv --output file >/dev/null
                if cmp -s file old; then echo old; elif cmp -s file new; then echo new
                else echo "torn $(wc -c file)"; fi
                rm -f bundle; timeout -s KILL $moment "$ACCORD" bundle export bundle >/dev/null
                [ ! -e bundle ] || "$ACCORD" bundle import bundle >/dev/null || echo "half a bundle"
            done
            find . -name '.accord-draft-*' -exec touch -d '2 hours ago' {} +
            "$ACCORD" export csv --output file >/dev/null; cmp file new
            find . -name '.accord-draft-*'
            """)
        let lines = printed.split(separator: "\n")
        #expect(lines.allSatisfy { ["old", "new"].contains($0) }, "\(printed)")
    }

    /// Runs a script where nothing of this machine can be met.
    private static func run(_ script: String) throws -> String {
        let folder = try TemporaryFolder()
        return try SmallDisk.run(
            "\(preparation)\n\(script)\numount place/null 2>/dev/null",
            folder: folder.url.appending(path: "d"))
    }
}
