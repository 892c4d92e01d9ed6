import type { Cell } from '../../workbook/write-params.ts';
import { connectorClass, type Prediction, pipeClass, type Region, type SheetLink } from '../prediction.ts';
import { isEquipment, isInstrument, isSymbol } from './classes.ts';
import { textInside } from './connector-text.ts';
import { pipeRuns } from './runs.ts';

/*
 * What a sheet shows as tables. What was deleted in a review is in none of them.
 */

export const tableNames = ['tags', 'lines', 'connections', 'sheets'] as const;
export type TableName = (typeof tableNames)[number];
type Row = readonly Cell[];

export const tableHeads: Readonly<Record<TableName, readonly string[]>> = {
  tags: ['Sheet', 'Tag', 'Class', 'Status', 'Confidence', 'LineNumbers', 'Left', 'Top', 'Width', 'Height'],
  lines: ['Sheet', 'LineNumber', 'Ends', 'Through', 'Pipes', 'Status', 'Confidence'],
  connections: ['Sheet', 'Kind', 'LineNumber', 'From', 'FromClass', 'To', 'ToClass', 'ToSheet', 'Status', 'Confidence'],
  sheets: ['Sheet', 'Number', 'Title', 'Revision', 'Date', 'Project', 'Symbols', 'Tags', 'Lines', 'Texts'],
};

/** The rows of a sheet: of `tags` a symbol each, of `lines` a run of pipes, of `connections` a pipe, signal line or tie to another sheet, of `sheets` the sheet itself. */
export const tableRows = (table: TableName, sheet: string, prediction: Prediction): Row[] =>
  makers[table](sheet, plantOf(prediction));

/** Where a line ends. */
interface End {
  /** The tag; of a junction its number on the sheet. */
  readonly name: string;
  readonly kind: string;
  readonly region?: Region;
}

interface Line {
  readonly id: string;
  readonly link: SheetLink;
  readonly ends: readonly End[];
}

interface Plant {
  readonly prediction: Prediction;
  readonly symbols: readonly Region[];
  readonly lines: readonly Line[];
}

const makers: Readonly<Record<TableName, (sheet: string, plant: Plant) => Row[]>> = {
  tags: tagRows,
  lines: lineRows,
  connections: connectionRows,
  sheets: sheetRows,
};

function plantOf(prediction: Prediction): Plant {
  const { regions, links, connectionPoints } = prediction;
  const symbols = regions.filter(isSymbol);
  const byId = new Map(symbols.map((region) => [region.id, region]));
  const kept = Object.entries(links).filter(([, { status }]) => status !== 'deleted');
  const there = new Set(kept.map(([id]) => id));
  const junctions = new Map<string, End>();
  for (const [id, { assocSymbol, relatedLinks }] of Object.entries(connectionPoints)) {
    if (assocSymbol !== undefined || relatedLinks.filter((link) => there.has(link)).length < 2) continue;
    junctions.set(id, { name: `J${junctions.size + 1}`, kind: 'JUNCTION' });
  }
  const endOf = (point: string): End => {
    const region = byId.get(connectionPoints[point]?.assocSymbol ?? '');
    if (region === undefined) return junctions.get(point) ?? { name: '', kind: 'OPEN_END' };
    return { name: nameOf(region, prediction), kind: region.modelClass ?? '', region };
  };
  return { prediction, symbols, lines: kept.map(([id, link]) => ({ id, link, ends: link.endpoints.map(endOf) })) };
}

/** Its tag; connectors are called as what stands in them. */
const nameOf = (region: Region, { regions }: Prediction): string =>
  region.userLabel ?? (region.modelClass === connectorClass ? textInside(region, regions) : '');

const order = new Intl.Collator('en', { numeric: true });
/** As people count, and what has no name at the end. */
const byName = ([, a]: Row, [, b]: Row): number =>
  Number(!a) - Number(!b) || order.compare(String(a ?? ''), String(b ?? ''));

const listed = (texts: readonly string[]): string => [...new Set(texts.filter(Boolean))].join('; ');

function tagRows(sheet: string, { prediction, symbols, lines }: Plant): Row[] {
  return symbols
    .map((region): Row => {
      const { left, top, width, height } = region.boundingBox;
      const own = lines.filter(({ ends }) => ends.some((end) => end.region === region));
      return [
        sheet,
        nameOf(region, prediction),
        region.modelClass ?? '',
        region.status,
        region.confidence ?? null,
        listed(own.map(({ link }) => link.userLabel ?? '')),
        left,
        top,
        width,
        height,
      ];
    })
    .toSorted(byName);
}

/** What the title block says, and how much there is. */
function sheetRows(sheet: string, { prediction, symbols, lines }: Plant): Row[] {
  const { number = '', title = '', revision = '', project = '' } = prediction.sheet ?? {};
  const date = prediction.sheet?.date ?? prediction.sheet?.revisions[0]?.date ?? '';
  const tagged = symbols.filter(({ userLabel }) => userLabel).length;
  const texts = prediction.regions.filter(({ text, status }) => text !== undefined && status !== 'deleted').length;
  return [[sheet, number, title, revision, date, project, symbols.length, tagged, lines.length, texts]];
}

function lineRows(sheet: string, { prediction, symbols, lines }: Plant): Row[] {
  const inLine = new Set(symbols.filter((region) => !isEquipment(region) && !isInstrument(region)).map(({ id }) => id));
  const pipes = lines.filter(({ link }) => link.modelClass === pipeClass);
  return pipeRuns(prediction, pipes, (region) => inLine.has(region))
    .map(({ pipes: own, label }): Row => {
      const ends = own.flatMap((pipe) => pipe.ends);
      const isThrough = ({ region }: End) => region !== undefined && inLine.has(region.id);
      const called = ({ name, kind }: End) => name || kind;
      const approved = own.every(({ link }) => link.status === 'approved');
      return [
        sheet,
        label ?? '',
        listed(ends.filter((end) => !isThrough(end)).map(called)),
        listed(ends.filter(isThrough).map(called)),
        own.length,
        approved ? 'approved' : 'pending',
        Math.min(...own.map(({ link }) => link.confidence ?? 1)),
      ];
    })
    .toSorted(byName);
}

function connectionRows(sheet: string, { prediction, symbols, lines }: Plant): Row[] {
  const drawn = lines.map(({ link, ends: [from, to] }): Row => {
    const { modelClass = '', userLabel = '', status, confidence = null } = link;
    const ends = [from?.name ?? '', from?.kind ?? '', to?.name ?? '', to?.kind ?? ''];
    return [sheet, modelClass, userLabel, ...ends, '', status, confidence];
  });
  const ties = symbols.flatMap((region) => {
    const name = nameOf(region, prediction);
    // each pair is told of once, by the first of both
    const others = (region.associatedTo ?? []).filter(({ id }) => `${sheet}/${region.id}` < id);
    return others.map(({ id, confidence }): Row => {
      const other = id.slice(0, id.lastIndexOf('/'));
      return [sheet, connectorClass, '', name, connectorClass, name, connectorClass, other, region.status, confidence];
    });
  });
  return [...drawn, ...ties];
}
