type Cell = string | number | boolean | null | undefined;

/** A table as spreadsheets read it: RFC 4180, with a mark in front that tells them it is UTF-8. */
export const csvOf = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[header, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;

/** Spreadsheets take text that begins with these for a formula and run it; an apostrophe keeps it text. */
const formula = /^[=+\-@\t\r]/;

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
