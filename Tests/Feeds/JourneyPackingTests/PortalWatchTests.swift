import FeedModel
import JourneyHold
import Testing

@testable import JourneyPacking

@Suite struct PortalWatchTests {
    private func picture(_ id: Int64, on host: String) -> WantedAddress {
        WantedAddress(
            id: AddressID(rawValue: id), url: "https://\(host)/\(id).png", stage: .firstPicture, turn: Int(id),
            articles: [ArticleID(rawValue: id)])
    }

    @Test(
        "One page in place of all pictures is a hotspot's, unless a certificate proves that a server sent it",
        arguments: [false, true])
    func certificate(_ isProven: Bool) {
        var watch = PortalWatch()
        let page = SeenPage(fingerprint: 1, place: .other, isProven: isProven)
        #expect(watch.note(page, of: picture(1, on: "a.example")) == nil)
        let second = watch.note(page, of: picture(2, on: "b.example"))
        let third = watch.note(page, of: picture(3, on: "a.example"))
        #expect(second?.isPortal == false && second?.addresses.count == 2)
        #expect(third?.isPortal == !isProven && third?.addresses.count == 1)
    }
}
