/** Of the report: nothing is loaded from anywhere. */
export const style = `
@page { size: A4 landscape; margin: 14mm; }
body { font: 14px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 0 auto; max-width: 1100px; padding: 24px; }
h1 { font-size: 26px; margin: 0 0 8px; } h2 { font-size: 18px; margin: 28px 0 8px; }
.big { font-size: 22px; margin: 4px 0; } .big small { font-size: 14px; color: #555; }
.warning { background: #fff3d6; border-left: 4px solid #b25e00; padding: 6px 10px; margin: 6px 0; }
.mark { color: #a40000; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; } section { overflow-x: auto; }
th, td { border-bottom: 1px solid #ddd; padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { white-space: nowrap; } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bars { width: 40%; } .bar { display: inline-block; height: 12px; background: #2f6f4f; } .bar.less { background: #7a5aa6; }
footer { margin-top: 28px; color: #555; }
@media print { body { padding: 0; max-width: none; } tr { break-inside: avoid; } thead { display: table-header-group; }
  .mark { position: fixed; top: 0; right: 0; margin: 0; } }
`;
