import Testing

struct CheckTests {
    @Test(arguments: Check.all)
    func `each rule catches its bad example`(check: Check) {
        #expect(!check.violations(in: check.catches).isEmpty)
    }

    @Test(arguments: Check.all)
    func `each rule accepts its good example`(check: Check) {
        #expect(check.violations(in: check.accepts).map { $0.described(in: check.accepts) } == [])
    }

    @Test(arguments: Check.all)
    func `the repository keeps each rule`(check: Check) {
        for file in Repository.files where !Exemption.covers(file, check) {
            for violation in check.violations(in: file) {
                Issue.record("\(violation.described(in: file))")
            }
        }
    }

    @Test(arguments: Exemption.all.map { "\($0.path) \($0.rule)" })
    func `each exemption is still needed`(entry: String) {
        let isNeeded = Check.all.contains { check in
            Repository.files.contains { file in
                "\(file.path) \(check.rule)" == entry && !check.violations(in: file).isEmpty
            }
        }
        #expect(isNeeded, "remove this entry from Exemption.all: \(entry)")
    }

    @Test
    func `no file is larger than a mebibyte`() throws {
        for path in Repository.paths {
            let bytes = try Repository.byteCount(path)
            #expect(bytes <= 1 << 20, "\(path): generate this file when it is needed")
        }
    }

    @Test
    func `the repository was found`() {
        #expect(Repository.paths.contains("Package.swift"))
        #expect(
            Repository.files.contains { $0.isSource } && Repository.files.contains { $0.isTest })
    }
}
