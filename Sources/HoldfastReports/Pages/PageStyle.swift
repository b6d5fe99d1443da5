/// What a page looks like: on a wide screen, on a phone, by night and on paper.
enum PageStyle {
  static let rules: StaticString = """
    :root {
      color-scheme: light dark;
      --ink: #1f2328; --soft: #57606a; --line: #d8dee4; --ground: #ffffff; --raised: #f6f8fa;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --ink: #e6e8eb; --soft: #9aa4af; --line: #313942; --ground: #14181d; --raised: #1b2127;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--ground); color: var(--ink); line-height: 1.45;
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    main { max-width: 940px; margin: 0 auto; padding: 28px 20px 40px; }
    h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
    h2 { font-size: 18px; margin: 36px 0 8px; }
    p { margin: 6px 0; overflow-wrap: anywhere; }
    .soft, footer { color: var(--soft); }
    .headlines { display: flex; flex-wrap: wrap; gap: 10px; margin: 18px 0 10px; }
    .headlines div {
      flex: 1 1 120px; background: var(--raised); border: 1px solid var(--line);
      border-radius: 8px; padding: 8px 12px;
    }
    .headlines dt, .headlines small { color: var(--soft); font-size: 13px; display: block; }
    .headlines dd { margin: 0; font-size: 20px; font-weight: 600; white-space: nowrap; }
    .headlines small { font-weight: 400; white-space: normal; }
    figure { margin: 0; }
    figure svg { display: block; width: 100%; height: auto; }
    figure .narrow { display: none; }
    details { margin: 10px 0 0; }
    summary { cursor: pointer; color: var(--soft); }
    .scroll { overflow-x: auto; margin-top: 6px; }
    table { border-collapse: collapse; font-size: 14px; min-width: 50%; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; }
    th, td { padding: 4px 10px; text-align: left; border-bottom: 1px solid var(--line); }
    th:first-child, td:first-child { padding-left: 0; }
    thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; white-space: nowrap; }
    tbody th { font-weight: 400; }
    th.label { max-width: 340px; min-width: 90px; overflow-wrap: break-word; }
    .words, td, tfoot th { white-space: nowrap; }
    td.sentence { white-space: normal; min-width: 220px; overflow-wrap: break-word; }
    .number { text-align: right; font-variant-numeric: tabular-nums; }
    td svg { display: block; }
    tfoot th, tfoot td { font-weight: 600; border-bottom: 0; }
    .own { font-style: italic; color: var(--soft); }
    pre {
      margin: 0; padding: 10px 14px; background: var(--raised); border: 1px solid var(--line);
      border-radius: 8px; width: fit-content; min-width: 100%;
      font: 13px/1.35 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    footer { margin-top: 40px; font-size: 13px; }
    @media screen and (max-width: 640px) {
      main { padding: 18px 14px 30px; }
      h1 { font-size: 22px; }
      figure .wide { display: none; }
      figure .narrow { display: block; }
      th, td { padding: 4px 7px; }
    }
    @media print {
      @page { margin: 14mm; }
      body { font-size: 11pt; }
      main { max-width: none; padding: 0; }
      .block, tr, .headlines { break-inside: avoid; }
      thead { display: table-header-group; }
      .scroll { overflow: visible; }
      pre { font-size: 7.5pt; white-space: pre-wrap; }
      table { font-size: 8pt; }
      th, td { padding: 2px 5px; }
      thead th { white-space: normal; }
      td svg { width: 60px; }
      summary { display: none; }
      details::details-content { content-visibility: visible; display: block; height: auto; }
      svg, .headlines div { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }
    """
}
