// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "holdfast-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "holdfast", path: "../")],
  targets: [
    .executableTarget(
      name: "HoldfastBench",
      dependencies: [
        .product(name: "Holdfast", package: "holdfast"),
        .product(name: "HoldfastTesting", package: "holdfast"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "Mutants",
      dependencies: [.product(name: "Holdfast", package: "holdfast")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
