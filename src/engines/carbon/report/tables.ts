import type { Result, UsedEpd, UsedMapping } from '../result.ts';
import type { Modules, NotCalculated } from '../totals.ts';

/** A table of the report, whatever it is written as. A heading that begins with # is of numbers. */
export interface ReportTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const titleOf = ({ projectName }: Result): string =>
  `Carbon calculation${projectName ? `: ${projectName}` : ''}`;

/** Above each page of a result that used made-up factors; else undefined. */
export const exampleMark = ({ warnings }: Result): string | undefined =>
  warnings.some(({ code }) => code === 'ExampleFactors') ? 'Example factors: these figures mean nothing.' : undefined;

export const endNote =
  'Global warming potential in kg CO₂e by EN 15978. A dash is not known, which is not 0. D is in no sum.';

export const digits = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 6 });
export const kg = (value: number | null): string => (value === null ? '–' : `${digits(value)} kg CO₂e`);
export const shown = (value: number | null): string => (value === null ? '–' : digits(value));

/** How many rows could be calculated, in a sentence. */
export const shareText = ({ rows, calculated }: { rows: number; calculated: number }): string =>
  rows === 0 ? 'There were no rows.' : `${calculated} of ${rows} rows could be calculated.`;

const reasons: Readonly<Record<string, string>> = {
  Unmapped: 'No entry in the mapping',
  Ignored: 'Ignored by the mapping',
  NoQuantity: 'Quantity not known',
  NoUnit: 'Unit not known',
  NotConvertible: 'Cannot be converted into the declared unit',
  NoMaterial: 'No material',
};

export const restTable = ({ notCalculated }: Result): ReportTable => ({
  headings: ['Label', 'Material', 'Reason', '#Rows', '#Quantity', 'Unit', 'For example'],
  rows: notCalculated.map((one) => [
    one.label,
    one.material ?? '–',
    reasonText(one),
    String(one.rows),
    shown(one.quantity),
    one.unit ?? '–',
    one.examples.slice(0, 3).join(' '),
  ]),
});

const reasonText = ({ reason, because }: NotCalculated): string =>
  `${reasons[reason] ?? reason}${because ? `: ${because}` : ''}`;

type Named = { readonly name: string; readonly totals: Modules };

/** The sums by label, material, class and storey; those that there are. */
export function sumsTables({
  labels,
  materials,
  classes,
  storeys,
}: Result): readonly (readonly [string, ReportTable])[] {
  const lists: readonly (readonly [title: string, rows: readonly Named[]])[] = [
    ['By label', labels],
    ['By material', materials.map((one) => ({ ...one, name: `${one.name} (${digits(one.quantity)} ${one.unit})` }))],
    ['By class', classes],
    ['By storey', storeys.map((one) => ({ ...one, name: one.name || '(none)' }))],
  ];
  return lists.flatMap(([title, rows]) => (rows.length === 0 ? [] : [[title, sumsTable(rows)] as const]));
}

const sumsTable = (rows: readonly Named[]): ReportTable => ({
  headings: ['Name', '#A1-A3', '#A4', '#A5', '#B1–B5', '#C1–C4', '#D', '#Upfront', '#Embodied'],
  rows: rows.map(({ name, totals: sums }) => [
    name,
    shown(sums['A1-A3']),
    shown(sums.A4),
    shown(sums.A5),
    shown(together([sums.B1, sums.B2, sums.B3, sums.B4, sums.B5])),
    shown(together([sums.C1, sums.C2, sums.C3, sums.C4])),
    shown(sums.D),
    shown(sums.upfront),
    shown(sums.embodied),
  ]),
});

function together(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b);
}

/** What of the figures is not declared, but put in by a person, and where the quantities come from. */
export const groundsTables = ({ assumed, origins }: Result): readonly ReportTable[] => {
  const tables: readonly ReportTable[] = [
    {
      headings: ['Quantities', '#Rows', '#Embodied'],
      rows: origins.map(({ source, rows, embodied }) => [originText[source], String(rows), shown(embodied)]),
    },
    {
      headings: ['Material', 'Put into the mapping', '#Value', 'Unit', '#Rows', '#Embodied'],
      rows: assumed.map((one) => [
        one.material,
        one.what,
        digits(one.value),
        one.unit,
        String(one.rows),
        shown(one.embodied),
      ]),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
};

const originText = { declared: 'Declared in the model', mesh: 'Of the shape', table: 'Of the table' } as const;

export const sourceText = ({ source, job }: Result): string => {
  const facts = Object.entries(source).map(([name, value]) => `${name} ${value}`);
  return `${facts.join(', ')}. Job ${job}.`;
};

export const mappingsTable = ({ mapping, mappings = mapping ? [mapping] : [] }: Result): ReportTable => ({
  headings: ['Mapping', '#Version', 'Reviewed by', 'Reviewed on', '#Study period'],
  rows: mappings.map(mappingRow),
});

const mappingRow = ({ name, version, reviewedBy, reviewedOn, studyPeriod }: UsedMapping): string[] => [
  name,
  String(version),
  reviewedBy ?? '–',
  reviewedOn ?? '–',
  `${studyPeriod} years`,
];

export const epdsTable = ({ epds }: Result): ReportTable => ({
  headings: ['Declaration', 'Of', 'Standard', 'Valid until', 'Owner', 'Reference', 'File', 'SHA-256'],
  rows: epds.map(epdRow),
});

const epdRow = ({ name, declared, standard, validUntil, owner, reference, source, example }: UsedEpd): string[] => [
  `${name}${example ? ' (example)' : ''}`,
  `${digits(declared.quantity)} ${declared.unit}`,
  standard ?? '–',
  validUntil ?? '–',
  owner ?? '–',
  reference ?? '–',
  `${source.fileName} (${source.format})`,
  source.sha256,
];
