import Testing

@testable import Holdfast

@Suite struct JSONObjectTests {
  @Test(arguments: [0, 1, 15, 16, 17, 18, 500])
  func `members keep their order and are found by name`(count: Int) {
    var object = JSONObject((0..<count).map { (name: "name \($0)", value: .integer(Int64($0))) })
    #expect(object.map(\.name) == (0..<count).map { "name \($0)" })
    for number in 0..<count {
      #expect(object["name \(number)"] == .integer(Int64(number)))
    }
    #expect(object["name"] == nil)
    #expect(object["name \(count)"] == nil)
    object["name \(count)"] = true
    #expect(object.count == count + 1)
    #expect(object["name \(count)"] == true)
  }

  @Test(arguments: [3, 16, 17, 40])
  func `assigning replaces in place and nil removes`(count: Int) {
    var object = JSONObject((0..<count).map { (name: "\($0)", value: .integer(Int64($0))) })
    object["1"] = "one"
    #expect(object.map(\.name) == (0..<count).map { "\($0)" })
    #expect(object["1"] == "one")
    object["0"] = nil
    object["none"] = nil
    #expect(object.map(\.name) == (1..<count).map { "\($0)" })
    #expect(object["0"] == nil)
    #expect(object["1"] == "one")
    #expect(object["\(count - 1)"] == (count == 2 ? "one" : .integer(Int64(count - 1))))
    object["0"] = .some(.null)
    #expect(object["0"] == .null)
    #expect(object.map(\.name).last == "0")
  }

  @Test(arguments: [2, 30])
  func `objects are equal with the same members in any order`(count: Int) {
    let members = (0..<count).map { (name: "\($0)", value: JSONValue.integer(Int64($0))) }
    let object = JSONObject(members)
    let reversed = JSONObject(members.reversed())
    #expect(object == reversed)
    #expect(object.hashValue == reversed.hashValue)
    var other = reversed
    other["1"] = 7
    #expect(object != other)
    other["1"] = nil
    #expect(object != other)
    other["x"] = 1
    #expect(object != other)
  }

  @Test func `equality and hashes go by bytes, not by normalisation`() {
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect((["\u{E9}": 1] as JSONValue) != ["e\u{301}": 1])
    #expect(Set<JSONValue>(["\u{E9}", "e\u{301}", "\u{E9}"]).count == 2)
    let (angstromFirst, angstromLast) = ("\u{212B}A\u{30A}", "A\u{30A}\u{212B}")
    #expect(angstromFirst == angstromLast, "equal to Swift, and of the same length in bytes")
    #expect(JSONValue.string(angstromFirst) != .string(angstromLast))
    let twins: JSONObject = [angstromFirst: 1, angstromLast: 2]
    #expect(twins[angstromFirst] == 1)
    #expect(twins[angstromLast] == 2)
  }

  @Test func `values of different cases are never equal`() {
    let values: [JSONValue] = [
      nil, false, true, 0, 1, .unsigned(1), 0.0, -0.0, 1.0, "", "0", [], [nil], [0], [:], ["": nil],
    ]
    for (left, value) in values.enumerated() {
      for (right, other) in values.enumerated() {
        #expect((value == other) == (left == right), "\(value) and \(other)")
      }
    }
    #expect(Set(values).count == values.count)
  }

  @Test func `a name given twice by the program stops it`() async {
    await #expect(processExitsWith: .failure) {
      _ = JSONObject([(name: "a", value: 1), (name: "a", value: 2)])
    }
  }

  @Test func `writing a number that is not finite stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = JSONValue.number(.nan).text
    }
  }
}
