import PackStorage
import Testing

@testable import JourneyPacking

@Suite struct PortalWatchTests {
    private func picture(_ id: Int64, on host: String) -> WantedAddress {
        WantedAddress(id, "https://\(host)/\(id).png", .firstPicture)
    }

    @Test(
        "One page in place of all pictures comes from a hotspot, unless a certificate proves that a server sent it",
        arguments: [false, true])
    func certificate(_ isProven: Bool) {
        var watch = PortalWatch()
        let page = SeenPage(fingerprint: 1, kind: .other, isProven: isProven)
        #expect(watch.note(page, of: picture(1, on: "a.example")) == nil)
        let second = watch.note(page, of: picture(2, on: "b.example"))
        let third = watch.note(page, of: picture(3, on: "a.example"))
        #expect(second?.isPortal == false && second?.addresses.count == 2)
        #expect(third?.isPortal == !isProven && third?.addresses.count == 1)
    }

    @Test(
        "Pages with different texts come from a hotspot if redirects from several hosts led to one address",
        arguments: [true, false])
    func landing(_ isOneAddress: Bool) {
        var watch = PortalWatch()
        var found: [PortalWatch.Repetition?] = []
        for (number, title) in ["Harbour lights", "Mountain railway", "Winter market"].enumerated() {
            let id = Int64(number)
            let page = SeenPage(
                fingerprint: id, kind: .article(title: title),
                landing: "http://wifi.example/\(isOneAddress ? 0 : number)")
            found.append(watch.note(page, of: WantedAddress(id, "http://\(number).example/a")))
        }
        let counts: [Int?] = isOneAddress ? [nil, 2, 1] : [nil, nil, nil]
        let portals: [Bool?] = isOneAddress ? [nil, false, true] : [nil, nil, nil]
        #expect(found.map { $0?.addresses.count } == counts)
        #expect(found.map { $0?.isPortal } == portals)
    }

    @Test("One page for several articles does not come from a hotspot if they are sections of it")
    func sections() {
        var watch = PortalWatch()
        for (number, title) in ["Harbour lights", "Mountain railway", "Winter market"].enumerated() {
            let page = SeenPage(fingerprint: 1, kind: .article(title: title))
            let section = WantedAddress(Int64(number), "http://a.example/news#\(number)")
            #expect(watch.note(page, of: section) == nil)
        }
        let other = SeenPage(fingerprint: 1, kind: .article(title: "Silver coins"))
        #expect(watch.note(other, of: WantedAddress(3, "http://a.example/coins"))?.addresses.count == 4)
    }
}
