internal import HoldfastReports

/// A table of a page; this module has a `ReportTable` of its own.
typealias PageTable = HoldfastReports.ReportTable
