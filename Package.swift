// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "holdfast",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Holdfast", targets: ["Holdfast"]),
    .library(name: "HoldfastPostgres", targets: ["HoldfastPostgres"]),
    .library(name: "HoldfastTesting", targets: ["HoldfastTesting"]),
    .executable(name: "holdfast", targets: ["HoldfastCLI"]),
  ],
  targets: [
    .target(name: "Holdfast", swiftSettings: strict),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "HoldfastPostgres", dependencies: ["Holdfast", "CLibPQ"], swiftSettings: strict),
    .target(name: "HoldfastTesting", dependencies: ["Holdfast"], swiftSettings: strict),
    .executableTarget(
      name: "HoldfastCLI", dependencies: ["Holdfast", "HoldfastTesting"], swiftSettings: strict),
    .testTarget(
      name: "HoldfastTests", dependencies: ["Holdfast", "HoldfastTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "HoldfastPostgresTests",
      dependencies: ["HoldfastPostgres", "Holdfast", "HoldfastTesting"], swiftSettings: strict),
    .testTarget(
      name: "HoldfastTestingTests", dependencies: ["Holdfast", "HoldfastTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "HoldfastCLITests", dependencies: ["HoldfastCLI", "Holdfast", "HoldfastTesting"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
