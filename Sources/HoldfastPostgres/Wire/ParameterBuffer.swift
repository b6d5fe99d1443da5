internal import CLibPQ

/// Lays the parameters of one statement out as libpq wants them; its memory is used again and again.
struct ParameterBuffer {
  private var bytes: [UInt8] = []
  private var offsets: [Int] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  /// Calls `send` with the number of parameters, their values, lengths and formats.
  mutating func with(
    _ parameters: [Parameter],
    send: (
      Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Int32
  ) -> Int32 {
    bytes.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    for parameter in parameters { append(parameter.content) }
    while formats.count < parameters.count { formats.append(1) }
    return bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(
        of: UnsafePointer<CChar>?.self, capacity: parameters.count
      ) { values in
        for (index, offset) in offsets.enumerated() {
          // A value without bytes still needs an address: none at all means NULL.
          let address = offset < 0 ? nil : bytes.baseAddress.map { $0 + offset }
          values.initializeElement(
            at: index, to: address?.assumingMemoryBound(to: CChar.self))
        }
        return send(Int32(parameters.count), values.baseAddress, lengths, formats)
      }
    }
  }

  private mutating func append(_ content: Parameter.Content) {
    let start = bytes.count
    switch content {
    case .null:
      offsets.append(-1)
      lengths.append(0)
      return
    case .byte(let value):
      bytes.append(value)
    case .int16(let value):
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    case .int32(let value):
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    case .int64(let value):
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    case .pair(let first, let second):
      withUnsafeBytes(of: (first.bigEndian, second.bigEndian)) { bytes.append(contentsOf: $0) }
    case .bytes(let value):
      bytes.append(contentsOf: value)
    }
    offsets.append(start)
    lengths.append(Int32(bytes.count - start))
    // So that the buffer has an address even when every value in it is empty.
    if bytes.isEmpty { bytes.append(0) }
  }
}
