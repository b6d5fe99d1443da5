/// What becomes of something that is sent to the server.
enum Fate {
  case arrives(delay: Int64)
  /// Nothing arrives, and the client is told that the connection is gone.
  case lostBefore
  /// Nothing arrives, and nobody is told.
  case silence
  /// So many statements arrive, then the connection is gone.
  case cut(received: Int)
  /// Everything arrives; the reply does not.
  case replyLost(isTold: Bool)
  /// The server ends the connection behind so many statements, and says so.
  case killed(after: Int)
  case replyDelayed(Int64)

  /// - Parameter perMille: How often something goes wrong.
  static func drawn(_ statements: Int, perMille: Int, _ world: World) -> Fate {
    guard world.chance(perMille) else { return .arrives(delay: 0) }
    let boundary = Int(world.number(0...Int64(statements)))
    switch world.number(0...7) {
    case 0: return .lostBefore
    case 1: return .silence
    case 2: return .cut(received: boundary)
    case 3, 4: return .replyLost(isTold: world.chance(600))
    case 5: return .killed(after: boundary)
    case 6: return .arrives(delay: world.number(1_000...40_000_000))
    default: return .replyDelayed(world.number(1_000...40_000_000))
    }
  }
}
