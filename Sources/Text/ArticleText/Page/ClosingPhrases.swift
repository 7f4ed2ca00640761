/// The phrases of a site's own notices at the end of a text: licences, disclaimers, invitations, the authors'
/// addresses.
enum ClosingPhrases {
    /// True if a passage holds one of the phrases.
    static func occur(in passage: String) -> Bool {
        let bytes = Array(passage.lowercased().utf8)
        return bytes.indices.contains { index in
            byFirstByte[bytes[index]]?.contains { bytes[index...].starts(with: $0) } ?? false
        }
    }

    private static let byFirstByte: [UInt8: [[UInt8]]] = Dictionary(
        grouping: phrases.map { Array($0.utf8) }, by: { $0[0] })

    private static let phrases = [
        """
        is not responsible for|all rights reserved|follow us on|follow him on|follow her on|follow me on|on twitter at|\
        on twitter:|sign up for our|subscribe to our|download the app|download our app|our newsletter|breaking news updates|\
        may not be published, broadcast|this material may not be|advertising disclaimer|affiliate commission|news tip|\
        support our journalism|join our|creative commons
        """,
        """
        alle rechte vorbehalten|nachdruck verboten|sofern nicht anders|unser newsletter|unseren newsletter|folgen sie uns|\
        folge uns|folgt uns|abonnieren sie|jetzt abonnieren|jetzt anmelden|fan-shop|unter der lizenz|inhalte dieser website|\
        impressum |datenschutz |ihre spende|kleine spende
        """,
        """
        tous droits réservés|suivez-nous|abonnez-vous|todos los derechos|síguenos|suscríbete|canal de telegram|\
        canal de whatsapp|únete |todos os direitos|siga-nos|tutti i diritti|seguici su|alle rechten voorbehouden|volg ons op|\
        wszelkie prawa zastrzeżone|obserwuj nas|все права защищены|подписывайтесь|版权所有|未经授权|未经许可|無断転載|転載を禁|\
        جميع الحقوق
        """,
    ].flatMap { $0.split(separator: "|").map(String.init) }
}
