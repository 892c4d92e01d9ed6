import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { PdfDocument } from '../../pdf/params.ts';
import { elementRecord, writeSnapshot } from '../../snapshot/testing/records.ts';
import type { ElementRecord, PropertySet } from '../../snapshot/types.ts';
import { calculateCarbon } from '../carbon.ts';
import type { CarbonLabel, CarbonSource, Factors } from '../params.ts';
import type { ElementFigures } from '../report/elements.ts';
import type { Result } from '../result.ts';
import type { Epd, MappedMaterial, Mapping } from '../types.ts';

export const mappingId = 'mapping';

/** A declaration of a cubic metre, unless it is said otherwise. */
export const epd = (more: Partial<Epd> = {}): Epd => ({
  id: 'concrete',
  name: 'Light concrete',
  declared: { quantity: 1, unit: 'm3' },
  density: 1200,
  standard: 'EN 15804+A2',
  gwp: { 'A1-A3': 200, A4: 10, A5: 5, C1: 2, C2: 3, C3: 4, C4: 1, D: -20 },
  example: false,
  source: { format: 'CSV', fileName: 'epds.csv', sha256: '00' },
  ...more,
});

export const mappingOf = (materials: readonly MappedMaterial[], more: Partial<Mapping> = {}): Mapping => ({
  id: mappingId,
  displayName: 'House',
  version: 1,
  studyPeriod: 50,
  reviewedBy: 'ann@example.com',
  reviewedOn: '2026-01-01T00:00:00Z',
  groups: [],
  materials,
  ...more,
});

export const volumes: CarbonLabel = {
  name: 'All',
  table: null,
  group: '*',
  elementNameColumn: 'Name',
  elementQuantityColumn: 'Volume',
  materialColumns: ['Material'],
  mappingId,
};

/** Quantities that an element declares: name → value, with their entities. */
export const declared = (values: Readonly<Record<string, number>>, name = 'Qto_WallBaseQuantities'): PropertySet => ({
  name,
  of: 'element',
  kind: 'quantities',
  properties: values,
  measures: Object.fromEntries(Object.keys(values).map((one) => [one, entityOf(one)])),
});

function entityOf(name: string): string {
  const [, kind = 'Count'] = /(Volume|Area|Weight|Length)/.exec(name) ?? [];
  return `IfcQuantity${kind}`;
}

export const element = (number: number, more: Partial<ElementRecord> = {}): ElementRecord =>
  elementRecord(0x1000 + number, { name: `Element ${number}`, parentRelation: null, groups: [], ...more });

export const made = (...names: readonly string[]): ElementRecord['materials'] => [
  { kind: names.length === 1 ? 'single' : 'list', materials: names.map((name) => ({ name })) },
];

export interface Calculated {
  readonly result: Result;
  readonly csv: string;
  readonly html: string;
  readonly elements: ElementFigures;
  /** The report for the engine `pdf`. */
  readonly document: PdfDocument;
  readonly rows: number;
  readonly calculated: number;
  readonly firstReason: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'carbon-'));
after(() => rmSync(folder, { recursive: true }));
let count = 0;

/** Elements as a snapshot that can be calculated. */
export function modelOf(records: readonly ElementRecord[]): CarbonSource {
  const snapshot = join(folder, `${count++}.snapshot`);
  writeSnapshot(snapshot, records);
  return { kind: 'model', snapshot, modelId: 'model', changesetId: 'changeset' };
}

/** A file with tables that can be calculated. */
export function tablesOf(name: string, content: string | Buffer): CarbonSource {
  const file = join(folder, `${count++}`);
  writeFileSync(file, content);
  return { kind: 'tables', file, name, fileId: 'file', sha256: '00' };
}

export async function calculated(
  source: CarbonSource,
  factors: Factors,
  labels: readonly CarbonLabel[] = [volumes],
): Promise<Calculated> {
  const output = mkdtempSync(join(folder, 'out-'));
  const path = join(output, 'factors.json');
  writeFileSync(path, JSON.stringify(factors));
  const facts = { job: 'job', tool: 'carbontool-b', projectName: 'House', twinId: 'twin', date: '2026-11-22' };
  const { document: _, ...done } = await calculateCarbon(
    { source, labels, factors: path, facts, output },
    { progress() {}, log() {} },
  );
  const text = (name: string) => readFileSync(join(output, name), 'utf8');
  const json = (name: string) => JSON.parse(text(name));
  return {
    ...done,
    result: json('result.json'),
    csv: text('elements.csv'),
    html: text('report.html'),
    elements: json('elements.json'),
    document: json('document.json'),
  };
}

export const near = (value: number | null | undefined, truth: number): boolean =>
  Math.abs((value ?? Number.NaN) - truth) <= 1e-8 * Math.abs(truth);
