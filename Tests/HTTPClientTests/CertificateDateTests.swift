import Foundation
import Testing

@testable import HTTPClient

struct CertificateDateTests {
    @Test(arguments: [
        ("Nov  1 22:46:30 2027 GMT", 1_825_109_190.0),
        ("Nov 21 00:00:00 2026 GMT", 1_795_219_200),
        ("2027-11-01 22:46:30 GMT", 1_825_109_190),
        ("Feb 29 12:00:00 2028 GMT", 1_835_438_400),
    ])
    func `the forms of both kinds of TLS library are read`(_ text: String, _ seconds: Double) {
        #expect(CertificateDate.read(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "GMT", "Nov 1 22:46:30 2027", "Foo  1 22:46:30 2027 GMT", "Nov 31 22:46:30 2027 GMT",
        "Nov  1 22:46 2027 GMT", "2027-11 22:46:30 GMT", "2027-13-01 22:46:30 GMT",
    ])
    func `whatever else there is says nothing`(_ text: String) {
        #expect(CertificateDate.read(text) == nil)
    }
}
