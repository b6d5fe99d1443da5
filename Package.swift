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
  ],
  targets: [
    .target(name: "Holdfast", swiftSettings: strict),
    .testTarget(name: "HoldfastTests", dependencies: ["Holdfast"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
