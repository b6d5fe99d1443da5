extension Digest {
  /// The keyed hash of some bytes: SipHash-2-4, the same in every release.
  package init(of bytes: [UInt8], key: HashKey) {
    var hash = SipHash(key: key)
    bytes.withUnsafeBufferPointer { hash.append(bytes: $0) }
    self = hash.finalized()
  }
}
