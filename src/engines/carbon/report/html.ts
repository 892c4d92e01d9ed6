import { modules } from '../modules.ts';
import type { Counts } from '../params.ts';
import type { Result } from '../result.ts';
import type { Modules } from '../totals.ts';
import { style } from './style.ts';
import {
  endNote,
  epdsTable,
  exampleMark,
  groundsTables,
  kg,
  mappingsTable,
  type ReportTable,
  restTable,
  shareText,
  shown,
  sourceText,
  sumsTables,
  titleOf,
} from './tables.ts';

/** The report for people: one page of HTML without scripts, which prints on A4. What is not calculated comes first. */
export const reportHtml = (result: Result, counts: Counts): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${plain(titleOf(result))}</title>
<style>${style}</style></head>
<body>
<header><h1>${plain(titleOf(result))}</h1>${markOf(result)}</header>
<main>
${[summary(result, counts), rest(result), totals(result), grounds(result), making(result)].join('\n')}
</main>
<footer>${plain(endNote)}</footer>
</body>
</html>
`;

/** Fixed to each printed page. */
function markOf(result: Result): string {
  const mark = exampleMark(result);
  return mark === undefined ? '' : `<p class="mark">${mark}</p>`;
}

function summary({ totals: sums, date, warnings }: Result, counts: Counts): string {
  const { rows, calculated } = counts;
  return section(
    'Summary',
    `<p class="big">${kg(sums.embodied)} <small>embodied</small> · ${kg(sums.upfront)} <small>upfront (A1–A5)</small></p>
<p${calculated < rows || rows === 0 ? ' class="warning"' : ''}>${shareText(counts)} Calculated on ${plain(date)}.</p>
${warnings.map(({ code, message, count }) => `<p class="warning"><b>${plain(code)}</b> (${count}): ${plain(message)}</p>`).join('\n')}`,
  );
}

const rest = (result: Result): string =>
  section(
    'Not calculated',
    result.notCalculated.length === 0 ? '<p>Nothing: every row was calculated.</p>' : table(restTable(result)),
  );

const totals = (result: Result): string =>
  [
    section('By module', moduleBars(result.totals)),
    ...sumsTables(result).map(([title, sums]) => section(title, table(sums))),
  ].join('\n');

function moduleBars(sums: Modules): string {
  const most = Math.max(...modules.map((module) => Math.abs(sums[module] ?? 0)), 1e-12);
  const rows = modules.map((module) => {
    const value = sums[module];
    const width = ((100 * Math.abs(value ?? 0)) / most).toFixed(2);
    const missing = sums.missing[module];
    const note = missing === undefined ? '' : `not known, or not whole, of ${missing} rows`;
    const bar = `<span class="bar${(value ?? 0) < 0 ? ' less' : ''}" style="width:${width}%"></span>`;
    return `<tr><th scope="row">${module}</th><td class="number">${shown(value)}</td><td class="bars">${bar}</td><td>${note}</td></tr>`;
  });
  return `<table><thead><tr><th>Module</th><th class="number">kg CO₂e</th><th></th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function grounds(result: Result): string {
  const tables = groundsTables(result);
  return tables.length === 0 ? '' : section('What the figures rest on', tables.map(table).join('\n'));
}

const making = (result: Result): string =>
  section(
    'How it was made',
    `<p>Source: ${plain(sourceText(result))}</p>\n${table(mappingsTable(result))}\n${table(epdsTable(result))}`,
  );

const section = (title: string, content: string): string => `<section><h2>${title}</h2>\n${content}\n</section>`;

function table({ headings, rows }: ReportTable): string {
  const isNumber = headings.map((heading) => heading.startsWith('#'));
  const kind = (at: number) => (isNumber[at] ? ' class="number"' : '');
  const head = headings.map((heading, at) => `<th${kind(at)}>${plain(heading.replace('#', ''))}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell, at) => `<td${kind(at)}>${plain(cell)}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const plain = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
