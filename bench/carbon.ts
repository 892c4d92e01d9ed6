import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import { enlargeIfc } from '../scripts/enlarge-ifc.ts';
import { amount, flowXml, processXml, total } from '../src/engines/carbon/testing/ilcd.ts';
import type { Epd, MappedMaterial } from '../src/engines/carbon/types.ts';
import { runEngine, secondsWithStart } from './engine-run.ts';
import { atMost, type Result } from './results.ts';

const sample = '../shared/data/ifc/duplex.ifc';
const times = 42;
const mappings = 500;
const turns = 3;
const megabyte = 2 ** 20;

/** The carbon of a large model beside reading it, and the import of many declarations beside that of few. */
export async function benchCarbon(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-carbon-'));
  try {
    return [...(await calculation(folder)), await declarations(folder)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function calculation(folder: string): Promise<Result[]> {
  if (!existsSync(sample)) {
    console.error(`  left out: ${sample} is not there.`);
    return [];
  }
  const input = join(folder, 'large.ifc');
  await enlargeIfc(sample, input, times);
  const { result: imported } = await runEngine('ifc', { input, output: folder });
  const { snapshot, elementCount } = imported;
  const { result: materials } = await runEngine('carbonMaterials', { snapshot, column: 'Material' });
  const factors = join(folder, 'factors.json');
  const names = [...new Set(materials.flatMap(({ name }) => name ?? []))];
  writeFileSync(factors, JSON.stringify(factorsOf(names)));
  const output = join(folder, 'result');
  mkdirSync(output);
  const params = {
    source: { kind: 'model', snapshot, modelId: 'model', changesetId: 'changeset' },
    labels: [label],
    facts: { job: 'job', tool: 'carbontool-b', projectName: 'House', twinId: 'twin', date: '2026-11-22' },
    factors,
    output,
  } as const;
  const [reading, calculating]: [number[], number[]] = [[], []];
  let rows = 0;
  for (let turn = 0; turn < turns; turn++) {
    reading.push(await secondsWithStart('bench/yardsticks/read-snapshot.ts', snapshot));
    const run = await runEngine('carbon', params);
    calculating.push(run.seconds);
    rows = run.result.calculated;
  }
  const [yardstick, ours] = [Math.min(...reading), Math.min(...calculating)];
  return [
    {
      name: `carbon of ${elementCount.toLocaleString('en')} elements with ${mappings} mappings`,
      subject: `${ours.toFixed(2)} s, ${rows.toLocaleString('en')} rows with figures, four files`,
      yardstick: `reading the snapshot: ${yardstick.toFixed(2)} s`,
      value: ours / yardstick,
      unit: ' ×',
      ...atMost(ours / yardstick, 2),
    },
  ];
}

const label = {
  name: 'All',
  table: null,
  group: '*',
  elementNameColumn: 'Name',
  elementQuantityColumn: 'Volume',
  materialColumns: ['Material'],
  mappingId: 'mapping',
};

/** The materials of the model, and others that it does not have. */
function factorsOf(names: readonly string[]) {
  const all = [...names, ...Array.from({ length: mappings }, (_, at) => `Other ${at}`)].slice(0, mappings);
  const materials = all.map((name, at): MappedMaterial => ({ name, epdId: `epd ${at}`, wastage: 0.05 }));
  const epds = all.map(
    (name, at): Epd => ({
      id: `epd ${at}`,
      name,
      declared: { quantity: 1, unit: 'm3' },
      standard: 'EN 15804+A2',
      example: false,
      gwp: { 'A1-A3': 200 + at, A4: 10, A5: 5, C1: 1, C2: 2, C3: 3, C4: 4, D: -20 },
      source: { format: 'CSV', fileName: 'epds.csv', sha256: '00' },
    }),
  );
  const facts = { id: 'mapping', displayName: 'House', version: 1, studyPeriod: 50, groups: [] };
  return { mappings: [{ ...facts, reviewedBy: 'ada@example.com', reviewedOn: null, materials }], epds };
}

async function declarations(folder: string): Promise<Result> {
  const [few, many] = [await imported(folder, 100), await imported(folder, 1000)];
  return {
    name: 'import of 1,000 declarations (ILCD+EPD): memory',
    subject: `${Math.round(many.peak / megabyte)} MB, ${many.seconds.toFixed(1)} s`,
    yardstick: `100 of them: ${Math.round(few.peak / megabyte)} MB`,
    value: many.peak / few.peak,
    unit: ' ×',
    ...atMost(many.peak / few.peak, 1.25),
  };
}

async function imported(folder: string, count: number) {
  const [input, output] = [join(folder, `${count}.zip`), join(folder, `declarations-${count}`)];
  mkdirSync(output);
  const file = new yazl.ZipFile();
  const comment = `<!-- ${'as large as those that there are '.repeat(1000)} -->`;
  for (let at = 0; at < count; at++) {
    const text = processXml(total, amount('A1-A3', at) + amount('C4', 1)) + comment;
    file.addBuffer(Buffer.from(text), `ILCD/processes/${at}.xml`);
  }
  file.addBuffer(Buffer.from(flowXml), 'ILCD/flows/flow.xml');
  file.end();
  await finished(file.outputStream.pipe(createWriteStream(input)));
  const run = await runEngine('epds', { input, output });
  if (run.result.count !== count) throw new Error(`${run.result.count} of ${count} declarations were read.`);
  return run;
}
