/// A fault that waits for its position in the bytes of one direction of one connection.
struct ProxyTrigger {
  enum Effect {
    case cut(FaultProxy.Ending)
    case hold
  }

  /// Which armed fault it comes from.
  let fault: Int
  let position: Int
  let effect: Effect
}
