import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct PlaceTests {
    @Test("Positions increase with time") func positionsIncreaseWithTime() {
        let place = Place(firstOf: now)
        #expect(place.date == now)
        #expect(place.next.date == now)
        #expect(place < place.next && place.next < place.firstOfNextSecond)
        #expect(place.firstOfNextSecond == Place(firstOf: now.addingTimeInterval(1)))
        #expect(Place(firstOf: now.addingTimeInterval(0.9)) == place)
        #expect(Place(firstOf: Date(timeIntervalSince1970: -0.5)).date == Date(timeIntervalSince1970: -1))
    }
}
