import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { breathe, type Engine, type EngineContext, EngineFailure } from '../engine.ts';
import { openFile } from '../random-access.ts';
import { openSnapshot } from '../snapshot/reader.ts';
import { type LabelWork, type Line, linesOf } from './calculate.ts';
import type { CarbonLabel, CarbonParams, CarbonResult, CarbonSource, Factors } from './params.ts';
import { csvHeader, elementLine } from './report/csv.ts';
import { reportDocument } from './report/document.ts';
import { elementFiguresText, newElementFigures } from './report/elements.ts';
import { reportHtml } from './report/html.ts';
import { newAccumulator } from './result.ts';
import { readTables } from './table/read.ts';
import type { Table } from './table/table.ts';
import { type Elements, elementsOf } from './takeoff/elements.ts';
import { takeoffOf } from './takeoff/send.ts';
import { takeoffTable } from './takeoff/takeoff.ts';
import type { Mapping } from './types.ts';

/** Lines between two looks at messages and signals. */
const batch = 5000;

/** Calculates what labels ask for; see params.ts. Without factors it writes the quantities for an external tool. */
export const calculateCarbon: Engine<CarbonParams, CarbonResult> = async (params, context) => {
  const factors: Factors = JSON.parse(readFileSync(params.factors, 'utf8'));
  const mappings = new Map(factors.mappings.map((mapping) => [mapping.id, mapping]));
  const source = await sourceOf(params.source, params.labels, context);
  const works = params.labels.map((label) => workOf(label, source, mappings.get(label.mappingId ?? '')));
  const gathering = newAccumulator();
  if (params.takeoffOnly) {
    const path = join(params.output, 'takeoff.json');
    const taken = takeoffOf(params.facts.projectName, works);
    writeFileSync(path, JSON.stringify(taken.body));
    return {
      ...taken.counts,
      embodied: null,
      files: [{ name: 'takeoff.json', path, contentType: 'application/json' }],
    };
  }
  const epds = new Map(factors.epds.map((epd) => [epd.id, epd]));
  const place = (name: string) => join(params.output, name);
  const figures = newElementFigures();
  await writeLines(
    place('elements.csv'),
    works.flatMap((work) => () => linesOf(work, (id) => epds.get(id))),
    (line) => {
      gathering.add(line);
      figures.add(line);
    },
    context,
  );
  const used = new Set(params.labels.flatMap(({ mappingId }) => mappings.get(mappingId ?? '') ?? []));
  const labels = params.labels.map(({ name }) => name);
  const result = gathering.result({
    facts: params.facts,
    source: params.source,
    labels,
    mappings: [...used],
    model: source.model,
  });
  writeFileSync(place('result.json'), JSON.stringify(result));
  writeFileSync(place('report.html'), reportHtml(result, gathering.counts));
  writeFileSync(place('document.json'), JSON.stringify(reportDocument(result, gathering.counts)));
  writePieces(place('elements.json'), elementFiguresText(figures.read()));
  return {
    files: [
      { name: 'report.html', path: place('report.html'), contentType: 'text/html; charset=utf-8' },
      { name: 'result.json', path: place('result.json'), contentType: 'application/json' },
      { name: 'elements.csv', path: place('elements.csv'), contentType: 'text/csv; charset=utf-8' },
      { name: 'elements.json', path: place('elements.json'), contentType: 'application/json' },
    ],
    document: place('document.json'),
    embodied: result.totals.embodied,
    ...gathering.counts,
  };
};

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    let waiting = '';
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length < 2 ** 20) continue;
      writeSync(file, waiting);
      waiting = '';
    }
    writeSync(file, waiting);
  } finally {
    closeSync(file);
  }
}

interface Source {
  /** The elements of a model, or else the tables of a file. */
  readonly elements: Elements | undefined;
  readonly modelId: string;
  readonly tables: readonly Table[];
  readonly model: { readonly differs: number; readonly byParts: number; readonly duplicates: number };
}

async function sourceOf(source: CarbonSource, labels: readonly CarbonLabel[], context: EngineContext): Promise<Source> {
  if (source.kind === 'tables') {
    context.progress({ step: 'Reading the tables' });
    const tables = await readTables(source.file, source.name);
    return { elements: undefined, modelId: '', tables, model: { differs: 0, byParts: 0, duplicates: 0 } };
  }
  const snapshot = await openFile(source.snapshot).then(openSnapshot);
  try {
    const total = snapshot.header.counts.elements;
    context.progress({ step: 'Taking quantities', done: 0, total, unit: 'elements' });
    const wanted = labels.flatMap((one) => [one.elementNameColumn, one.elementQuantityColumn, ...one.materialColumns]);
    const elements = await elementsOf(snapshot, new Set(wanted.filter((column) => column.includes('.'))), context);
    const differs = elements.elements.filter(({ quantities }) => quantities.differs).length;
    const { byParts, duplicates } = elements;
    return { elements, modelId: source.modelId, tables: [], model: { differs, byParts, duplicates } };
  } finally {
    await snapshot.close();
  }
}

/** The table of a label and its columns. Throws where one is not there. */
function workOf(label: CarbonLabel, source: Source, mapping: Mapping | undefined): LabelWork {
  const table = tableOf(label, source, mapping);
  const columnOf = (name: string): string => {
    const found = table.column(name);
    if (found !== undefined) return found;
    throw new EngineFailure('NoColumn', `Column '${name}' is not in table '${table.name}'.`);
  };
  const columns = {
    name: columnOf(label.elementNameColumn),
    quantity: columnOf(label.elementQuantityColumn),
    materials: label.materialColumns.map(columnOf),
  };
  return { label: label.name, table, columns, mapping };
}

function tableOf(label: CarbonLabel, { elements, modelId, tables }: Source, mapping: Mapping | undefined): Table {
  const { table: name, group } = label;
  if (elements === undefined) {
    const wanted = name ?? tables[0]?.name;
    const found = tables.find((one) => one.name === wanted);
    if (found === undefined) throw new EngineFailure('NoTable', `Table '${wanted ?? ''}' is not in the report.`);
    return found;
  }
  const perMaterial = [label.elementNameColumn, ...label.materialColumns].includes('Material');
  if (group === undefined) {
    if (name !== null && name !== 'Elements')
      throw new EngineFailure('NoTable', `Table '${name}' is not in the report.`);
    return takeoffTable('Elements', elements, { modelId, filter: undefined, perMaterial });
  }
  const filter = group === '*' ? undefined : mapping?.groups.find((one) => one.name === group)?.filter;
  if (group !== '*' && filter === undefined) {
    throw new EngineFailure('NoGroup', `Group '${group}' is not in the mapping '${mapping?.displayName ?? ''}'.`);
  }
  return takeoffTable(group, elements, { modelId, filter, perMaterial });
}

/** Writes every line as it comes, and tells of it. */
async function writeLines(
  path: string,
  sources: readonly (() => Iterable<Line>)[],
  tell: (line: Line) => void,
  context: EngineContext,
): Promise<void> {
  context.progress({ step: 'Calculating' });
  const file = openSync(path, 'w');
  try {
    let waiting = csvHeader;
    let count = 0;
    for (const source of sources) {
      for (const line of source()) {
        tell(line);
        waiting += elementLine(line);
        if (++count % batch !== 0) continue;
        writeSync(file, waiting);
        waiting = '';
        context.progress({ message: `${count} rows` });
        await breathe();
        context.signal?.throwIfAborted();
      }
    }
    writeSync(file, waiting);
    context.signal?.throwIfAborted();
  } finally {
    closeSync(file);
  }
}
