/// The members of a JSON object, in the order read, each name once.
///
/// Names are told apart by their UTF-8 bytes. Two objects are equal when they have the same
/// members, in whatever order. Finding a member takes constant time in large objects too.
public struct JSONObject: Sendable {
  /// A member's name and value.
  public typealias Element = (name: String, value: JSONValue)

  private var members: [Element]

  /// Where each name is; only once there are more members than a scan is good for. The hash is
  /// seeded per process, so that chosen names cannot make it slow.
  private var positions: [JSONName: Int]?

  private static let scanLimit = 16

  /// An object without members.
  public init() {
    members = []
  }

  /// An object with these members, in this order; the names must differ, as for
  /// `Dictionary(uniqueKeysWithValues:)`. Assign through the subscript where they might not.
  public init(_ members: [Element]) {
    self.init()
    self.members.reserveCapacity(members.count)
    for member in members {
      precondition(position(of: member.name) == nil, "a JSON object names each member once")
      append(member.name, member.value)
    }
  }

  /// The value of the member with exactly this name, `nil` when there is none.
  ///
  /// Assigning replaces the value in its place or adds a member at the end; assigning `nil`
  /// removes the member, which takes time in proportion to the object.
  public subscript(name: String) -> JSONValue? {
    get {
      guard let position = position(of: name) else { return nil }
      return members[position].value
    }
    set {
      switch (position(of: name), newValue) {
      case (let position?, let value?):
        members[position].value = value
      case (nil, let value?):
        append(name, value)
      case (let position?, nil):
        members.remove(at: position)
        positions = nil
        indexIfLarge()
      case (nil, nil):
        break
      }
    }
  }

  func position(of name: String) -> Int? {
    if let positions { return positions[JSONName(name)] }
    let length = name.utf8.count
    return name.withUTF8Bytes { bytes in
      for position in members.indices where members[position].name.utf8.count == length {
        if members[position].name.withUTF8Bytes({ JSONBytes.areEqual($0, bytes) }) {
          return position
        }
      }
      return nil
    }
  }

  /// The positions of the members in the order of their names' bytes; `nil` when that is their order.
  func orderByName() -> [Int]? {
    members.withUnsafeBufferPointer { members in
      let precedes = { (left: Int, right: Int) -> Bool in
        members[left].name.precedesByBytes(members[right].name)
      }
      guard members.indices.dropFirst().contains(where: { precedes($0, $0 - 1) }) else {
        return nil
      }
      return members.indices.sorted(by: precedes)
    }
  }

  /// Adds a member whose name is known to be new.
  mutating func append(_ name: String, _ value: JSONValue) {
    members.append((name: name, value: value))
    if positions == nil {
      indexIfLarge()
    } else {
      positions?[JSONName(name)] = members.count - 1
    }
  }

  mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  private mutating func indexIfLarge() {
    guard members.count > JSONObject.scanLimit else { return }
    var positions: [JSONName: Int] = [:]
    for (position, member) in members.enumerated() {
      positions[JSONName(member.name)] = position
    }
    self.positions = positions
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }

  public subscript(position: Int) -> Element {
    members[position]
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    for (position, member) in left.members.enumerated() {
      let twin = right.members[position]
      if twin.name.hasSameBytes(as: member.name) {
        guard twin.value == member.value else { return false }
      } else {
        guard right[member.name] == member.value else { return false }
      }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    // Members are combined by a sum, because their order does not count.
    var sum = 0
    for member in members {
      var own = Hasher()
      member.name.hashBytes(into: &own)
      own.combine(member.value)
      sum &+= own.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order written; naming one twice is a programmer's error.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(members.map { (name: $0.0, value: $0.1) })
  }
}
