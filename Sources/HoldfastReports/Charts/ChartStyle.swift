/// What the parts of a drawing look like, by day, by night and on paper.
///
/// Every colour stands twice instead of in a variable, so that programs which know no variables draw
/// a file right, too. On paper nothing is dark.
package enum ChartStyle {
  package static let rules: StaticString = """
    .chart { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    .chart text { font-size: 12px; fill: #57606a; }
    .chart .label, .chart .value { fill: #1f2328; }
    .chart .own { font-style: italic; }
    .chart .title { font-size: 17px; font-weight: 600; fill: #1f2328; }
    .chart .caption { font-size: 13px; }
    .chart .ground { fill: #ffffff; }
    .chart .grid { stroke: #e3e6ea; stroke-width: 1; }
    .chart .axis { stroke: #8b949e; stroke-width: 1; }
    .chart .mark { stroke: #b42318; stroke-width: 1; stroke-dasharray: 3 3; }
    .chart .band { fill: #b42318; fill-opacity: 0.1; }
    .chart .marked { fill: #b42318; }
    .chart .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
    .chart .dashed { stroke-dasharray: 5 4; }
    .chart .s1 { fill: #2f6fde; } .chart .line.s1 { fill: none; stroke: #2f6fde; }
    .chart .s2 { fill: #d9730d; } .chart .line.s2 { fill: none; stroke: #d9730d; }
    .chart .s3 { fill: #2e8b57; } .chart .line.s3 { fill: none; stroke: #2e8b57; }
    .chart .s4 { fill: #8457c9; } .chart .line.s4 { fill: none; stroke: #8457c9; }
    .chart .s5 { fill: #c93f6b; } .chart .line.s5 { fill: none; stroke: #c93f6b; }
    .chart .s6 { fill: #1f8a9a; } .chart .line.s6 { fill: none; stroke: #1f8a9a; }
    .chart .s7 { fill: #8a6d1f; } .chart .line.s7 { fill: none; stroke: #8a6d1f; }
    .chart .s8 { fill: #5b6b7f; } .chart .line.s8 { fill: none; stroke: #5b6b7f; }
    .chart .rest { fill: #b3bac3; } .chart .line.rest { fill: none; stroke: #b3bac3; }
    @media screen and (prefers-color-scheme: dark) {
      .chart text { fill: #9aa4af; }
      .chart .label, .chart .value, .chart .title { fill: #e6e8eb; }
      .chart .ground { fill: #14181d; }
      .chart .grid { stroke: #2b323a; }
      .chart .axis { stroke: #6a7480; }
      .chart .mark { stroke: #ff8a7a; }
      .chart .band { fill: #ff8a7a; }
      .chart .marked { fill: #ff8a7a; }
      .chart .s1 { fill: #6ea8ff; } .chart .line.s1 { fill: none; stroke: #6ea8ff; }
      .chart .s2 { fill: #f0a04b; } .chart .line.s2 { fill: none; stroke: #f0a04b; }
      .chart .s3 { fill: #5fc48f; } .chart .line.s3 { fill: none; stroke: #5fc48f; }
      .chart .s4 { fill: #b795f0; } .chart .line.s4 { fill: none; stroke: #b795f0; }
      .chart .s5 { fill: #f0789c; } .chart .line.s5 { fill: none; stroke: #f0789c; }
      .chart .s6 { fill: #5cc3d1; } .chart .line.s6 { fill: none; stroke: #5cc3d1; }
      .chart .s7 { fill: #cdb04f; } .chart .line.s7 { fill: none; stroke: #cdb04f; }
      .chart .s8 { fill: #9fb0c4; } .chart .line.s8 { fill: none; stroke: #9fb0c4; }
      .chart .rest { fill: #59626d; } .chart .line.rest { fill: none; stroke: #59626d; }
    }
    """
}
