import type { Box, Point } from '../../ui/picture/view.ts';

/*
 * A sheet as its file has it: pixels of its picture, y down. Members that are not named here are kept.
 */

export type { Box, Point };
export type Status = 'pending' | 'approved' | 'deleted';

interface Labelled {
  readonly modelSchema?: string;
  readonly modelClass?: string;
  readonly userLabel?: string;
  readonly userLabelConfidence?: number;
  readonly userLabelTextIds?: readonly string[];
  readonly status: Status;
  readonly confidence?: number;
}

export interface Region extends Labelled {
  readonly id: string;
  readonly boundingBox: Box;
  readonly text?: string;
  readonly textStatus?: number;
  readonly associatedTo?: readonly { readonly id: string }[];
}

export interface SheetLink extends Labelled {
  readonly endpoints: readonly string[];
  readonly path?: readonly Point[];
}

export interface ConnectionPoint {
  readonly pos: Point;
  readonly assocSymbol?: string;
  readonly relatedLinks: readonly string[];
}

export interface Prediction {
  readonly asset: {
    readonly id: string;
    readonly name: string;
    readonly size: { readonly width: number; readonly height: number };
    readonly source?: 'vector' | 'raster';
  };
  readonly regions: readonly Region[];
  readonly links: Readonly<Record<string, SheetLink>>;
  readonly connectionPoints: Readonly<Record<string, ConnectionPoint>>;
}

export type Kind = 'symbol' | 'line' | 'text';

/** Anything on a sheet that can be chosen. */
export interface Item {
  readonly id: string;
  readonly kind: Kind;
  readonly modelClass: string;
  /** Its tag, its line number, or what it says. */
  readonly label: string;
  readonly status: Status;
  /** How sure the reading is, of shape and label. */
  readonly confidence: number;
  readonly box: Box;
  readonly path?: readonly Point[];
}

export const pipe = 'PIPE_RUN';
export const signal = 'SIGNAL_LINE';

/** Classes that every set knows. */
export const usualClasses = [
  'VESSEL',
  'TANK',
  'PUMP',
  'COMPRESSOR',
  'HEAT_EXCHANGER',
  'GATE_VALVE',
  'GLOBE_VALVE',
  'BALL_VALVE',
  'CHECK_VALVE',
  'BUTTERFLY_VALVE',
  'RELIEF_VALVE',
  'CONTROL_VALVE',
  'INSTRUMENT',
  'REDUCER',
  'NOZZLE',
  'OFF_PAGE_CONNECTOR',
] as const;

export const isClass = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/.test(text);

/** Everything on a sheet: symbols and texts, then lines. */
export function itemsOf({ regions, links }: Prediction): Item[] {
  const places = regions.map((region): Item => {
    const { id, boundingBox: box, modelClass, status, userLabel = '', text, confidence = 1 } = region;
    if (modelClass === undefined)
      return { id, kind: 'text', modelClass: '', label: text ?? '', status, confidence, box };
    const sure = userLabel ? Math.min(confidence, region.userLabelConfidence ?? 1) : confidence;
    return { id, kind: 'symbol', modelClass, label: userLabel, status, confidence: sure, box };
  });
  const lines = Object.entries(links).map(([id, link]): Item => {
    const { modelClass = pipe, userLabel: label = '', status, confidence = 1, path = [] } = link;
    return { id, kind: 'line', modelClass, label, status, confidence, box: boxOf(path), path };
  });
  return [...places, ...lines];
}

export function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return points.length === 0
    ? { left: 0, top: 0, width: 0, height: 0 }
    : { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** What should be looked at first: the least sure that nobody has looked at, then in reading order. */
export const byDoubt = (a: Item, b: Item): number =>
  Number(a.status !== 'pending') - Number(b.status !== 'pending') ||
  a.confidence - b.confidence ||
  a.box.top - b.box.top ||
  a.box.left - b.box.left;
