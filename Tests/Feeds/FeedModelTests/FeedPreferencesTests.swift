import FeedModel
import FoundationEssentials
import Testing

@Suite struct FeedPreferencesTests {
    @Test(
        "A preference can be stored and read back",
        arguments: [
            (FeedPreferences.Name.order, "oldest"), (.opening, "browser"), (.hidden, "true"), (.refreshMinutes, "30"),
            (.refreshMinutes, "never"),
            (.maximumAgeDays, "7"), (.maximumCount, "100"), (.command, "make-feed 'a b'"), (.filter, "sed s/a/b/"),
            (.packing, "all"), (.userAgent, "Mozilla/5.0 (X11; Linux x86_64)"),
        ])
    func valuesAreKept(_ name: FeedPreferences.Name, _ value: String) throws {
        var preferences = FeedPreferences()
        let before = preferences.text(of: name)
        #expect(preferences.set(name, to: value) && preferences.text(of: name) == value)
        let stored = try JSONDecoder().decode(FeedPreferences.self, from: JSONEncoder().encode(preferences))
        #expect(stored == preferences)
        #expect(preferences.set(name, to: FeedPreferences.unset) && preferences.text(of: name) == before)
        #expect(preferences == FeedPreferences())
    }

    @Test("Setting an interval ends a pause, and a pause removes the interval; an invalid value changes neither")
    func pause() {
        var preferences = FeedPreferences()
        let answers = ["30", "never", "5", "60"].map { value in
            (preferences.set(.refreshMinutes, to: value), preferences.isPaused, preferences.refreshMinutes)
        }
        #expect(answers.map(\.0) == [true, true, false, true])
        #expect(answers.map(\.1) == [false, true, true, false])
        #expect(answers.map(\.2) == [30, nil, nil, 60])
    }

    @Test("The description of the order setting names each order")
    func orders() {
        let named = FeedPreferences.Name.order.expectation.replacing(" or ", with: ", ").split(separator: ", ")
        #expect(named.map(String.init) == ArticleOrder.allCases.map(\.word))
    }

    @Test("The tags of a feed are a list; an empty list is not the same as the tags of an import")
    func tags() throws {
        var preferences = FeedPreferences()
        #expect(preferences.text(of: .tags) == "default")
        let isTagged = preferences.set(.tags, to: "sea, #night train,/news/local,sea")
        #expect(isTagged)
        #expect(preferences.tags == ["sea", "night train", "/news/local"])
        #expect(preferences.text(of: .tags) == "sea,night train,/news/local")
        let stored = try JSONDecoder().decode(FeedPreferences.self, from: JSONEncoder().encode(preferences))
        #expect(stored == preferences)
        let isUntagged = preferences.set(.tags, to: "default")
        #expect(isUntagged && preferences.tags == [])
        #expect(preferences.text(of: .tags) == "default")
        let most = (1...OwnTag.maximumCount).map(String.init).joined(separator: ",")
        for tags in [" , ", most + ",one more", String(repeating: "x", count: OwnTag.maximumLength + 1) + ",sea"] {
            let isSet = preferences.set(.tags, to: tags)
            #expect(!isSet)
        }
        let areMostSet = preferences.set(.tags, to: most)
        #expect(areMostSet && preferences.tags?.count == OwnTag.maximumCount)
    }

    @Test(
        "A preference refuses an invalid value",
        arguments: [
            (FeedPreferences.Name.order, "random"), (.opening, ""), (.hidden, "yes please"), (.refreshMinutes, "9"),
            (.maximumAgeDays, "0"), (.maximumCount, "many"), (.packing, "most"),
            (.userAgent, ""), (.userAgent, "a\r\nHost: b"), (.userAgent, "ünknown"), (.userAgent, " a"),
            (.userAgent, String(repeating: "a", count: 257)),
        ])
    func invalidValuesAreRefused(_ name: FeedPreferences.Name, _ value: String) {
        var preferences = FeedPreferences()
        #expect(!preferences.set(name, to: value) && preferences == FeedPreferences())
    }

    @Test("An unknown stored value counts as unset") func unknownStoredValueCountsAsUnset() throws {
        let json =
            #"{"order":"sideways","opening":"hologram","isHidden":true,"maximumCount":5,"colour":"red","#
            + #""userAgent":"a\nb"}"#
        let preferences = try JSONDecoder().decode(FeedPreferences.self, from: Data(json.utf8))
        #expect(preferences.order == nil && preferences.opening == nil && preferences.userAgent == nil)
        #expect(preferences.isHidden && preferences.maximumCount == 5)
    }
}
