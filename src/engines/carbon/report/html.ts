import { modules } from '../modules.ts';
import type { Result, UsedEpd, UsedMapping } from '../result.ts';
import type { Modules } from '../totals.ts';
import { style } from './style.ts';

interface Counts {
  readonly rows: number;
  readonly calculated: number;
}

/** The report for people: one page of HTML without scripts, which prints on A4. What is not calculated comes first. */
export const reportHtml = (result: Result, counts: Counts): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${plain(titleOf(result))}</title>
<style>${style}</style></head>
<body>
<header><h1>${plain(titleOf(result))}</h1>${exampleMark(result)}</header>
<main>
${[summary(result, counts), rest(result), totals(result), making(result)].join('\n')}
</main>
<footer>Global warming potential in kg CO₂e by EN 15978. A dash is not known, which is not 0. D is in no sum.</footer>
</body>
</html>
`;

const titleOf = ({ projectName }: Result): string => `Carbon calculation${projectName ? `: ${projectName}` : ''}`;

/** Fixed to each printed page. */
const exampleMark = ({ warnings }: Result): string =>
  warnings.some(({ code }) => code === 'ExampleFactors')
    ? '<p class="mark">Example factors: these figures mean nothing.</p>'
    : '';

function summary({ totals: sums, date, warnings }: Result, { rows, calculated }: Counts): string {
  const share = rows === 0 ? 'There were no rows.' : `${calculated} of ${rows} rows could be calculated.`;
  return section(
    'Summary',
    `<p class="big">${kg(sums.embodied)} <small>embodied</small> · ${kg(sums.upfront)} <small>upfront (A1–A5)</small></p>
<p${calculated < rows || rows === 0 ? ' class="warning"' : ''}>${share} Calculated on ${plain(date)}.</p>
${warnings.map(({ code, message, count }) => `<p class="warning"><b>${plain(code)}</b> (${count}): ${plain(message)}</p>`).join('\n')}`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  Unmapped: 'No entry in the mapping',
  Ignored: 'Ignored by the mapping',
  NoQuantity: 'Quantity not known',
  NoUnit: 'Unit not known',
  NotConvertible: 'Cannot be converted into the declared unit',
  NoMaterial: 'No material',
};

const rest = ({ notCalculated }: Result): string =>
  section(
    'Not calculated',
    notCalculated.length === 0
      ? '<p>Nothing: every row was calculated.</p>'
      : table(
          ['Label', 'Material', 'Reason', '#Rows', '#Quantity', 'Unit', 'For example'],
          notCalculated.map((one) => [
            ...[one.label, one.material ?? '–'],
            `${reasons[one.reason] ?? one.reason}${one.because ? `: ${one.because}` : ''}`,
            ...[String(one.rows), one.quantity === null ? '–' : digits(one.quantity), one.unit ?? '–'],
            one.examples.slice(0, 3).join(' '),
          ]),
        ),
  );

type Named = { readonly name: string; readonly totals: Modules };

function totals(result: Result): string {
  const { totals: sums, labels, materials, classes, storeys } = result;
  const nowhere = (all: readonly Named[]) => all.map((one) => ({ ...one, name: one.name || '(none)' }));
  const lists: readonly (readonly [title: string, rows: readonly Named[]])[] = [
    ['By label', labels],
    ['By material', materials.map((one) => ({ ...one, name: `${one.name} (${digits(one.quantity)} ${one.unit})` }))],
    ['By class', classes],
    ['By storey', nowhere(storeys)],
  ];
  return [
    section('By module', moduleBars(sums)),
    ...lists.filter(([, rows]) => rows.length > 0).map(([title, rows]) => section(title, sumsTable(rows))),
  ].join('\n');
}

function moduleBars(sums: Modules): string {
  const most = Math.max(...modules.map((module) => Math.abs(sums[module] ?? 0)), 1e-12);
  const rows = modules.map((module) => {
    const value = sums[module];
    const width = ((100 * Math.abs(value ?? 0)) / most).toFixed(2);
    const missing = sums.missing[module];
    const note = missing === undefined ? '' : `not known, or not whole, of ${missing} rows`;
    const bar = `<span class="bar${(value ?? 0) < 0 ? ' less' : ''}" style="width:${width}%"></span>`;
    return `<tr><th scope="row">${module}</th><td class="number">${value === null ? '–' : digits(value)}</td><td class="bars">${bar}</td><td>${note}</td></tr>`;
  });
  return `<table><thead><tr><th>Module</th><th class="number">kg CO₂e</th><th></th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const sumsTable = (rows: readonly Named[]): string =>
  table(
    ['Name', '#A1-A3', '#A4', '#A5', '#B1–B5', '#C1–C4', '#D', '#Upfront', '#Embodied'],
    rows.map(({ name, totals: sums }) => [
      ...[name, shown(sums['A1-A3']), shown(sums.A4), shown(sums.A5)],
      shown(together([sums.B1, sums.B2, sums.B3, sums.B4, sums.B5])),
      shown(together([sums.C1, sums.C2, sums.C3, sums.C4])),
      ...[shown(sums.D), shown(sums.upfront), shown(sums.embodied)],
    ]),
  );

const shown = (value: number | null): string => (value === null ? '–' : digits(value));

function together(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b);
}

const making = ({ mapping, mappings = mapping ? [mapping] : [], epds, source, job }: Result): string =>
  section(
    'How it was made',
    `<p>Source: ${plain(
      Object.entries(source)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    )}. Job ${plain(job)}.</p>
${table(['Mapping', '#Version', 'Reviewed by', 'Reviewed on', '#Study period'], mappings.map(mappingRow))}
${table(['Declaration', 'Of', 'Standard', 'Valid until', 'Owner', 'Reference', 'File', 'SHA-256'], epds.map(epdRow))}`,
  );

const mappingRow = ({ name, version, reviewedBy, reviewedOn, studyPeriod }: UsedMapping): string[] => [
  ...[name, String(version), reviewedBy ?? '–', reviewedOn ?? '–', `${studyPeriod} years`],
];

const epdRow = ({ name, declared, standard, validUntil, owner, reference, source, example }: UsedEpd): string[] => [
  ...[`${name}${example ? ' (example)' : ''}`, `${digits(declared.quantity)} ${declared.unit}`, standard ?? '–'],
  ...[validUntil ?? '–', owner ?? '–', reference ?? '–', `${source.fileName} (${source.format})`, source.sha256],
];

const section = (title: string, content: string): string => `<section><h2>${title}</h2>\n${content}\n</section>`;

/** A heading that begins with # is of numbers. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = headings.map((heading) => heading.startsWith('#'));
  const kind = (at: number) => (isNumber[at] ? ' class="number"' : '');
  const head = headings.map((heading, at) => `<th${kind(at)}>${plain(heading.replace('#', ''))}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell, at) => `<td${kind(at)}>${plain(cell)}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

const kg = (value: number | null): string => (value === null ? '–' : `${digits(value)} kg CO₂e`);
const digits = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 6 });

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const plain = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
