import FeedParsing
import Foundation
import Testing

@Suite struct FeedDateTests {
    /// All of these are 2024-03-05 14:07:09 UTC.
    @Test(
        "The parser reads the same time in many formats",
        arguments: [
            "Tue, 05 Mar 2024 14:07:09 +0000", "5 Mar 2024 14.07.09", "Tue, 5 Mar 2024 14:07:09 GMT",
            "5 Mar 2024 14:07:09 UT",
            "Mon, 05 Mar 2024 14:07:09 Z", "Tuesday, 05-Mar-24 14:07:09 GMT", "tue, 05 mar 2024 14:07:09 utc",
            "Tue,05 Mar 2024 14:07:09 +0000", "Tue 05 March 2024 14:07:09", "Tue, 05 Mar 2024 15:07:09 CET",
            "Tue, 05 Mar 2024 19:37:09 +05:30", "Tue, 05 Mar 2024 19:37:09 +0530", "Tue, 05 Mar 2024 16:07:09 GMT+2",
            "Tue, 05 Mar 2024 16:07:09 GMT+0200", "Tue, 05 Mar 2024 06:07:09 -0800 (PST)",
            "Tue, 05 Mar 2024 06:07:09 PST",
            "Tue, 05 Mar 2024 09:07:09 EST", "March 5, 2024 14:07:09", "Mar 5, 2024 2:07:09 PM",
            "Tue Mar  5 14:07:09 2024",
            "Tue Mar 05 2024 15:07:09 GMT+0100 (Central European Standard Time)", "Tue Mar  5 14:07:09 UTC 2024",
            "Tue, 05 Mar 2024 15:07:09 Europe/Berlin", "Tue, 05 Mar 2024 09:07:09 America/New_York",
            "2024-03-05T14:07:09Z", "2024-03-05t14:07:09z", "2024-03-05 14:07:09", "2024-03-05T15:07:09+01:00",
            "2024-W10-2T14:07:09Z", "2024W102T140709Z", "2024065T140709Z", "24065T140709Z", "240305T140709Z",
            "Tue, 2024/03/05 09:07:09 EST", "5 Mar 2024 09:07:09 Etc/GMT+5", "2024-03-05T15:07:09+0100",
            "2024-03-05T15:07:09+01", "2024-03-05 15:07:09 +0100", "20240305T140709Z",
            "20240305140709", "2024/03/05 14:07:09", "2024/3/5 14:07:09", "2024-065T14:07:09Z",
            "  2024-03-05T14:07:09Z\n", "2024-03-05T09:07:09\u{2212}05:00", "Tue, 05 Mar 2024 09:07:09 \u{2212}0500",
            "Di, 05 Mär 2024 15:07:09 +0100", "5. März 2024 14:07:09", "mar., 05 mars 2024 15:07:09 +0100",
            "mar, 05 marzo 2024 14:07:09 GMT", "Τρι, 05 Μαρ 2024 14:07:09 GMT", "2024-március-5T15:07:09+01:00",
            "2024-03-05 02:07:09 PM", "2024-03-05 2:07:09pm", "5 Mar 2024 02:07:09 p. m.", "5 Mar 2024 2:07:09 P.M.",
            "<time datetime=\"2024-03-05T15:07:09+01:00\" title=\"Tuesday, March 5, 2024\">5 March</time>",
            "2024년 03월 05일 23:07:09", "2024-03-05 오후 11:07:09", "5 марта 2024 14:07:09",
            "Thứ Ba, 5 Tháng Ba, 2024 21:07:09", "Thứ 3, ngày 05 tháng 03 năm 2024 21:07:09",
            "05/03/2024 9:07:09 CH", "Thứ 3, 05/03/2024 21:07:09 +0700", "21:07:09 5 thg 3, 2024",
        ])
    func oneMomentInManyWays(_ text: String) {
        #expect(FeedDate.parse(text)?.timeIntervalSince1970 == 1_709_647_629)
    }

    @Test(
        "The parser reads incomplete, foreign and unusual dates",
        arguments: [
            ("2024-03-05", 1_709_596_800), ("2024-03", 1_709_251_200), ("2024", 1_704_067_200),
            ("20240305", 1_709_596_800),
            ("5 Mar 2024", 1_709_596_800), ("3/5/2024", 1_709_596_800), ("5.3.2024", 1_709_596_800),
            ("13/3/2024", 1_710_288_000), ("2024-03-05T24:00:00Z", 1_709_683_200),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("Fri, 05 Jul 2024 14:07:09 PDT", 1_720_213_629), ("5 Jul 2024 14:07 CEST", 1_720_181_220),
            ("5 Jul 2024 14:07 Europe/Paris", 1_720_181_220), ("5 Jul 2024 14:07 Australia/Sydney", 1_720_152_420),
            ("31 Dec 69 23:59:59", -1), ("Thu, 01 Jan 1970 00:00:01 GMT", 1), ("1 Sept 2024", 1_725_148_800),
            ("14 juil. 2024", 1_720_915_200), ("1 août 2024", 1_722_470_400), ("1. Dez 2024", 1_733_011_200),
            ("1 ene 2024", 1_704_067_200), ("-2403", 1_709_251_200), ("-24-03", 1_709_251_200),
            ("031231", 1_072_828_800),
            ("03335", 1_070_236_800), ("202403", 1_709_251_200), ("2004-W01", 1_072_656_000),
            ("2005W017", 1_105_228_800),
            ("20 Tháng Mười Một, 2024 07:00", 1_732_060_800), ("20 Tháng Mười, 2024 07:00", 1_729_382_400),
            ("Thứ Năm, 5 Tháng Chín, 2024 07:00", 1_725_494_400),
            ("ngày 5 tháng hai năm 2024 07:00", 1_707_091_200), ("5 Tháng Mười năm 2024 07:00", 1_728_086_400),
            ("20 Tháng Mười Một 2024 2:07 CH", 1_732_086_420), ("05.03.2024 10:00 Sa", 1_709_632_800),
            // The marks of letters may be separate characters.
            ("5 fe\u{301}vrier 2024", 1_707_091_200), ("3. Ma\u{308}rz 2024", 1_709_424_000),
            ("05/09/2024 7:00 SA", 1_725_494_400),
            ("20240305T1407Z", 1_709_647_620), ("2024-03-05T14Z", 1_709_647_200),
            ("5 Mar 2024 12:07:09 a. m.", 1_709_597_229), ("5 Mar 2024 12:07:09 A.M.", 1_709_597_229),
            ("5 Mar 2024 12:07:09 p.m.", 1_709_640_429), ("2024-03-05 오전 11:07:09", 1_709_604_429),
        ])
    func otherMoments(_ text: String, _ seconds: Int) {
        #expect(FeedDate.parse(text)?.timeIntervalSince1970 == Double(seconds))
    }

    @Test("A fraction of a second may follow a comma") func fractionsOfASecondMayHaveAComma() {
        #expect(FeedDate.parse("2024-03-05T14:07:09.25Z")?.timeIntervalSince1970 == 1_709_647_629.25)
        #expect(FeedDate.parse("2024-03-05T14:07:09,5Z")?.timeIntervalSince1970 == 1_709_647_629.5)
    }

    @Test(
        "The parser refuses text that is not a date",
        arguments: [
            "", "   ", "soon", "0000-00-00", "0000-00-00 00:00:00", "2024-02-30", "30 Feb 2024", "2023-02-29",
            "2024-13-01", "2024-01-01T25:00:00Z", "2024-01-01T24:00:01Z", "5 Mar 2024 25:00:00", "2024-01-01T10:61:00Z",
            "yesterday at 5", "-",
            "T",
            "2024-W00-1", "2024-W54-1", "2023366", "-2413", "12345678901", "Tue, 00 Mar 2024 10:00:00 GMT",
            "99999999999999999999", "Mar", "10:00",
            // These mean a missing date.
            "Mon, 01 Jan 0001 00:00:00 GMT", "0001-01-01T00:00:00Z", "0001-01-01", "0999-12-31T23:59:59Z",
            "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 01:00:00 +0100", "0000000000",
        ])
    func invalidDates(_ text: String) {
        #expect(FeedDate.parse(text) == nil)
    }

    @Test("A count of seconds that means a missing date, or is outside the calendar, is refused")
    func invalidSeconds() {
        let refused: [Double] = [0, -62_135_596_800, -1e300, 1e300, .infinity, .nan]
        for seconds in refused {
            #expect(FeedDate.moment(seconds: seconds) == nil)
        }
        #expect(FeedDate.moment(seconds: 1_709_647_629.5)?.timeIntervalSince1970 == 1_709_647_629.5)
        #expect(FeedDate.moment(seconds: -86_400) != nil)
    }

    @Test("A long date is read in linear time") func longDateIsReadInLinearTime() {
        #expect(FeedDate.parse(String(repeating: "Mar ", count: 500_000)) == nil)
    }
}
