#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open file, by what POSIX has for it: reading and writing in order, and knowing that what was
/// written is on the disk. It is closed with its last use.
struct PosixFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  enum Purpose {
    /// The file must not be there yet.
    case create
    case change
    case read
    /// A file that is only there to be locked.
    case lock
    case folder

    fileprivate var flags: Int32 {
      switch self {
      case .create: O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC
      case .change: O_RDWR | O_CLOEXEC
      case .read: O_RDONLY | O_CLOEXEC
      case .lock: O_CREAT | O_RDWR | O_CLOEXEC
      case .folder: O_RDONLY | O_DIRECTORY | O_CLOEXEC
      }
    }
  }

  init(_ path: String, for purpose: Purpose) throws(ArchiveError) {
    self.path = path
    descriptor = open(path, purpose.flags, 0o600)
    guard descriptor >= 0 else { throw PosixFile.failure(path) }
  }

  deinit { _ = close(descriptor) }

  private static func failure(_ path: String) -> ArchiveError {
    .file(path, reason: String(cString: strerror(errno)))
  }

  func write(_ bytes: [UInt8]) throws(ArchiveError) {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes { part -> Int in
        #if canImport(Glibc)
          Glibc.write(descriptor, part.baseAddress, part.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, part.baseAddress, part.count)
        #else
          Darwin.write(descriptor, part.baseAddress, part.count)
        #endif
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw PosixFile.failure(path)
      }
      start += written
    }
  }

  /// Up to `count` bytes from a place on; fewer only at the end.
  func read(at offset: Int64, count: Int) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let place = off_t(offset + Int64(bytes.count))
      let wanted = count - bytes.count
      var found = 0
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, used in
        found = pread(descriptor, buffer.baseAddress, wanted, place)
        used = max(0, found)
      }
      if found < 0 {
        if errno == EINTR { continue }
        throw PosixFile.failure(path)
      }
      if found == 0 { break }
      bytes += part
    }
    return bytes
  }

  func size() throws(ArchiveError) -> Int64 {
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw PosixFile.failure(path) }
    return Int64(end)
  }

  func truncate(to size: Int64) throws(ArchiveError) {
    guard ftruncate(descriptor, off_t(size)) == 0,
      lseek(descriptor, 0, SEEK_END) == off_t(size)
    else { throw PosixFile.failure(path) }
  }

  /// Returns when all that was written would survive a crash of the machine.
  func sync() throws(ArchiveError) {
    guard fsync(descriptor) == 0 else { throw PosixFile.failure(path) }
  }

  /// Takes the file for this process alone until it is closed; false when somebody has it.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
