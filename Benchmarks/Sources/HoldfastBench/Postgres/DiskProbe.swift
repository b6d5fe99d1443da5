import Foundation

/// What a flush to the disk costs, which virtual disks change from one minute to the next.
enum DiskProbe {
  /// The median of writing 8 KiB and `fdatasync`, over a second, in microseconds.
  ///
  /// The blocks exist already and are written one after the other, as the server's log is.
  static func microseconds(in folder: String, seconds: Double = 1) throws -> Double {
    let path = "\(folder)/holdfast-disk-probe-\(getpid())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer {
      close(descriptor)
      unlink(path)
    }
    let block = [UInt8](repeating: 0x5a, count: 8192)
    let blocks = 2048
    for _ in 0..<blocks { try write(block, descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(.EIO) }
    var times: [Double] = []
    let start = ContinuousClock.now
    while start.duration(to: .now) < .seconds(seconds) || times.isEmpty {
      let began = ContinuousClock.now
      lseek(descriptor, off_t(times.count % blocks * block.count), SEEK_SET)
      try write(block, descriptor)
      guard fdatasync(descriptor) == 0 else { throw POSIXError(.EIO) }
      times.append(began.duration(to: .now) / .microseconds(1))
    }
    return times.sorted()[times.count / 2]
  }

  private static func write(_ block: [UInt8], _ descriptor: Int32) throws {
    guard Foundation.write(descriptor, block, block.count) == block.count else {
      throw POSIXError(.EIO)
    }
  }
}
