// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Compiled into the library, so that a binary needs no files beside it.
let sql: [Resource] = [
  "audit/archived_rows_are_behind_a_checkpoint",
  "audit/held_is_what_holds_hold",
  "audit/holds_are_open",
  "audit/hours_and_days_are_the_sum_of_their_quarters",
  "audit/identities_once",
  "audit/names_once",
  "audit/nothing_is_due_before_next_due",
  "audit/nothing_is_orphaned",
  "audit/rows_continue_each_other",
  "audit/slots_agree",
  "audit/streams_are_numbered_without_gaps",
  "audit/streams_are_the_sum_of_their_rows",
  "audit/streams_are_their_last_row",
  "audit/versions_without_gaps",
  "migrations/0001_ledger",
  "migrations/0002_archive",
  "migrations/0003_statistics",
  "migrations/0004_feed",
  "migrations/0005_repayments",
  "roles/application",
  "roles/reader",
].map { .embedInCode("../../SQL/\($0).sql") }

let package = Package(
  name: "holdfast",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Holdfast", targets: ["Holdfast"]),
    .library(name: "HoldfastPostgres", targets: ["HoldfastPostgres"]),
    .library(name: "HoldfastReports", targets: ["HoldfastReports"]),
    .library(name: "HoldfastTesting", targets: ["HoldfastTesting"]),
    .executable(name: "holdfast", targets: ["HoldfastCLI"]),
  ],
  targets: [
    .target(name: "Holdfast", swiftSettings: strict),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "HoldfastPostgres", dependencies: ["Holdfast", "CLibPQ"], resources: sql,
      swiftSettings: strict),
    .target(name: "HoldfastReports", dependencies: ["Holdfast"], swiftSettings: strict),
    .target(
      name: "HoldfastTesting", dependencies: ["Holdfast", "HoldfastReports"],
      swiftSettings: strict),
    .target(
      name: "HoldfastSimulation",
      dependencies: ["Holdfast", "HoldfastPostgres", "HoldfastTesting"], swiftSettings: strict),
    .executableTarget(
      name: "HoldfastCLI",
      dependencies: [
        "Holdfast", "HoldfastPostgres", "HoldfastReports", "HoldfastSimulation", "HoldfastTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HoldfastTests", dependencies: ["Holdfast", "HoldfastTesting"],
      swiftSettings: strict),
    .executableTarget(
      name: "HoldfastCrashChild",
      dependencies: ["HoldfastPostgres", "Holdfast", "HoldfastTesting"],
      path: "Tests/HoldfastCrashChild", swiftSettings: strict),
    .testTarget(
      name: "HoldfastPostgresTests",
      dependencies: [
        "HoldfastCrashChild", "HoldfastPostgres", "HoldfastSimulation", "Holdfast",
        "HoldfastTesting",
      ], swiftSettings: strict),
    .testTarget(
      name: "HoldfastTestingTests",
      dependencies: ["Holdfast", "HoldfastReports", "HoldfastTesting"], swiftSettings: strict),
    .testTarget(
      name: "HoldfastReportsTests", dependencies: ["HoldfastReports", "Holdfast"],
      swiftSettings: strict),
    .testTarget(
      name: "HoldfastCLITests",
      dependencies: ["HoldfastCLI", "Holdfast", "HoldfastReports", "HoldfastTesting"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
