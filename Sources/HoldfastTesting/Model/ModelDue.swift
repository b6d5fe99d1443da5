internal import Holdfast

/// Something that time brings about.
struct ModelDue {
  /// At one instant lots come first, then holds, then activations.
  enum Event {
    case lot(Int)
    case hold(Int)
    case activation(Int)

    var order: Int {
      switch self {
      case .lot: 0
      case .hold: 1
      case .activation: 2
      }
    }
  }

  var instant: Instant
  var event: Event
  var balance: Int
}
