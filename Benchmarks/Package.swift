// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "holdfast-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "holdfast", path: "../")],
  targets: [
    // The baselines speak to libpq directly: they are not to profit from what they are compared with.
    .systemLibrary(name: "CBenchPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .executableTarget(
      name: "HoldfastBench",
      dependencies: [
        "CBenchPQ",
        .product(name: "Holdfast", package: "holdfast"),
        .product(name: "HoldfastPostgres", package: "holdfast"),
        .product(name: "HoldfastTesting", package: "holdfast"),
      ],
      resources: [
        .embedInCode("../../Baselines/schema.sql"),
        .embedInCode("../../Baselines/function.sql"),
        .embedInCode("../../Baselines/guarded-reserve.sql"),
        .embedInCode("../../Baselines/guarded-settle.sql"),
        .embedInCode("../../Baselines/verify.sql"),
        .embedInCode("../../Baselines/holdfast-preload.sql"),
        .embedInCode("../../Baselines/holdfast-statistics.sql"),
        .embedInCode("../../Baselines/holdfast-verify.sql"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "Mutants",
      dependencies: [.product(name: "Holdfast", package: "holdfast")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6]
)
