import { combined, inverse, type Matrix, moved, type Point, unmoved } from '../../geometry.ts';
import { type Prediction, pipeClass, type Region, signalClass } from '../../prediction.ts';
import { linkWalker, type Pairs, pairKey } from './joined.ts';
import type { RealTruth, TrueSymbol, TruthBox } from './truth.ts';

/** How many there are, and how many of them are right. */
export interface Share {
  all: number;
  right: number;
}

export interface RealScore {
  /** Of what is there: found. */
  readonly symbols: Share;
  /** Of what is reported: there. */
  readonly reported: Share;
  readonly tags: Share;
  readonly connections: Share;
  readonly falseConnections: number;
  readonly signals: Share;
  readonly lineNumbers: Share;
  readonly texts: Share;
  /** Of title, number and revision. */
  readonly sheet: Share;
  /** False symbols in frames, blocks, tables, notes and legends. */
  readonly inAreas: number;
  readonly byClass: Readonly<Record<string, { all: number; found: number; false: number }>>;
  /** For people: what is wrong. */
  readonly faults: readonly string[];
}

/** A tag or a number as people compare it: letters and digits alone, in capitals. */
export const plain = (text: string | undefined): string =>
  (text ?? '')
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Classes that may stand for another one. */
const standsFor: Readonly<Record<string, readonly string[]>> = {
  STRAINER: ['FILTER'],
  FILTER: ['STRAINER'],
  COLUMN: ['VESSEL'],
};
/** Marks on pipes never count. */
const marks = new Set(['FLANGE', 'BLIND_FLANGE', 'NOZZLE']);
const nearest = 2.5;
const noTag = 'OFF_PAGE_CONNECTOR';
/** Areas in which symbols may be: a cloud is drawn around something. */
const around = new Set(['frame', 'revisionCloud']);

const middleOf = ([left, top, right, bottom]: TruthBox): Point => [(left + right) / 2, (top + bottom) / 2];
const within = ([left, top, right, bottom]: TruthBox, [x, y]: Point): boolean =>
  left <= x && x <= right && top <= y && y <= bottom;
const share = (of: readonly boolean[]): Share => ({ all: of.length, right: of.filter(Boolean).length });

/** Compares what was read with the truth, as section 1.6 of the specification says. `toSheet`: from units of the file to mm. */
export function judged(prediction: Prediction, truth: RealTruth, toSheet: Matrix): RealScore {
  const toMm = combined(toSheet, inverse(prediction.asset.transform ?? unmoved));
  const symbols = prediction.regions.filter((region) => region.modelClass !== undefined && region.status !== 'deleted');
  const middles = new Map(symbols.map((region) => [region.id, moved(toMm, middleOfRegion(region))]));
  const pairs = matched(symbols, truth.symbols, middles);
  const faults: string[] = [];
  const wanted = truth.symbols.filter(({ optional }) => optional !== true);
  const reported = symbols.filter(({ modelClass = '' }) => !marks.has(modelClass));
  const wrong = reported.filter(({ id }) => !pairs.truthOf.has(id));
  for (const one of wanted) if (!pairs.regionOf.has(one.id)) faults.push(`no ${one.class} ${one.tag ?? ''}`.trim());
  for (const { modelClass, id } of wrong) faults.push(`false ${modelClass} at ${middles.get(id)?.map(Math.round)}`);
  const tags = wanted.flatMap((one) => {
    if (one.tag === undefined || one.class === noTag) return [];
    const region = pairs.regionOf.get(one.id);
    const right = region?.userLabel !== undefined && plain(region.userLabel) === plain(one.tag);
    if (region && !right) faults.push(`${one.tag} reads ${region.userLabel}`);
    return [right];
  });
  const joined = connectionsOf(prediction, truth, pairs, faults);
  const found = new Set(prediction.regions.flatMap(({ text }) => (text === undefined ? [] : [plain(text)])));
  return {
    symbols: share(wanted.map(({ id }) => pairs.regionOf.has(id))),
    reported: { all: reported.length, right: reported.length - wrong.length },
    tags: share(tags),
    ...joined,
    lineNumbers: share(truth.lineNumbers.map((line) => hasNumber(prediction, line, pairs))),
    texts: share(truth.texts.filter(({ text }) => plain(text) !== '').map(({ text }) => found.has(plain(text)))),
    sheet: share(
      (['title', 'number', 'revision'] as const).map(
        (what) => plain(prediction.sheet?.[what]) === plain(truth.sheet[what]),
      ),
    ),
    inAreas: wrong.filter(({ id }) => isInArea(middles.get(id) ?? [0, 0], truth)).length,
    byClass: classesOf(wanted, pairs, wrong),
    faults,
  };
}

const middleOfRegion = ({ boundingBox: { left, top, width, height } }: Region): Point => [
  left + width / 2,
  top + height / 2,
];

/** Pairs of one class whose middles lie within 2.5 mm or a quarter of the shorter side, the nearest first. */
function matched(
  regions: readonly Region[],
  symbols: readonly TrueSymbol[],
  middles: ReadonlyMap<string, Point>,
): Pairs {
  const pairs = symbols.flatMap((symbol) => {
    const [left, top, right, bottom] = symbol.box;
    const reach = Math.max(nearest, Math.min(right - left, bottom - top) / 4);
    const [x, y] = middleOf(symbol.box);
    return regions.flatMap((region) => {
      const { modelClass = '' } = region;
      if (modelClass !== symbol.class && standsFor[symbol.class]?.includes(modelClass) !== true) return [];
      const [rx, ry] = middles.get(region.id) ?? [0, 0];
      const far = Math.hypot(rx - x, ry - y);
      return far <= reach ? [{ symbol, region, far }] : [];
    });
  });
  const truthOf = new Map<string, TrueSymbol>();
  const regionOf = new Map<string, Region>();
  for (const { symbol, region } of pairs.sort((a, b) => a.far - b.far)) {
    if (truthOf.has(region.id) || regionOf.has(symbol.id)) continue;
    truthOf.set(region.id, symbol);
    regionOf.set(symbol.id, region);
  }
  return { truthOf, regionOf };
}

function connectionsOf(prediction: Prediction, truth: RealTruth, pairs: Pairs, faults: string[]) {
  const nameOf = (id: string) => {
    const one = truth.symbols.find((symbol) => symbol.id === id);
    return `${one?.class} ${one?.tag ?? id}`;
  };
  const walk = linkWalker(prediction, pairs, marks);
  const pipes = walk(pipeClass);
  const lit = walk(signalClass);
  const wanted = new Set(truth.connections.map(pairKey));
  const may = new Set(
    [...truth.measured, ...truth.drives, ...truth.signals.map(({ between }) => between)].map(pairKey),
  );
  const small = new Set(truth.measured.flat());
  const instruments = truth.symbols.filter((one) => one.class === 'INSTRUMENT' || one.class === 'MOTOR');
  const uncounted = new Set([...small, ...instruments.map(({ id }) => id)]);
  const wrong = [...pipes].filter(
    (key) => !wanted.has(key) && !may.has(key) && !key.split(' ').some((id) => uncounted.has(id)),
  );
  const said = (key: string) => key.split(' ').map(nameOf).join(' to ');
  for (const key of wanted) if (!pipes.has(key)) faults.push(`not joined: ${said(key)}`);
  for (const key of wrong) faults.push(`falsely joined: ${said(key)}`);
  return {
    connections: share([...wanted].map((key) => pipes.has(key))),
    falseConnections: wrong.length,
    signals: share(truth.signals.map(({ between }) => lit.has(pairKey(between)))),
  };
}

/** Whether a pipe with the line number reaches a symbol at an end of its run. */
function hasNumber({ links, connectionPoints }: Prediction, line: RealTruth['lineNumbers'][number], pairs: Pairs) {
  return Object.values(links).some(
    ({ modelClass, userLabel, endpoints }) =>
      modelClass === pipeClass &&
      plain(userLabel) === plain(line.text) &&
      endpoints.some((point) => {
        const symbol = pairs.truthOf.get(connectionPoints[point]?.assocSymbol ?? '');
        return symbol !== undefined && line.ends.includes(symbol.id);
      }),
  );
}

function isInArea(place: Point, { nonSymbols }: RealTruth): boolean {
  return nonSymbols.some(({ kind, box }) =>
    kind === 'frame' ? !within(box, place) : !around.has(kind) && within(box, place),
  );
}

function classesOf(wanted: readonly TrueSymbol[], { regionOf }: Pairs, wrong: readonly Region[]) {
  const byClass: Record<string, { all: number; found: number; false: number }> = {};
  const of = (name: string) => {
    byClass[name] ??= { all: 0, found: 0, false: 0 };
    return byClass[name];
  };
  for (const { class: name, id } of wanted) {
    of(name).all++;
    if (regionOf.has(id)) of(name).found++;
  }
  for (const { modelClass = '' } of wrong) of(modelClass).false++;
  return byClass;
}
