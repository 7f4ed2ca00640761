import Basics
import Testing

@Suite struct BasicCredentialsTests {
    @Test("RFC 7617 §2 and §2.1: the examples of the RFC")
    func examples() {
        let aladdin = BasicCredentials.field(user: "Aladdin", password: "open sesame")
        #expect(aladdin == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(BasicCredentials.field(user: "test", password: "123£") == "Basic dGVzdDoxMjPCow==")
        #expect(BasicCredentials.field(userInfo: Array("test:123£".utf8)) == "Basic dGVzdDoxMjPCow==")
    }
}
