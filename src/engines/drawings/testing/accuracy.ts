import { inverse, moved, type Point } from '../geometry.ts';
import { type Prediction, pipeClass, signalClass } from '../prediction.ts';

/** What a drawing is known to show; places on a sheet of 1600 × 1100, y down. */
export interface Truth {
  readonly sym: readonly { readonly type: string; readonly tag: string; readonly x: number; readonly y: number }[];
  readonly edges: readonly (readonly string[])[];
  /** Instruments, and `@` with the line number of their pipe. */
  readonly inst: readonly (readonly string[])[];
}

export interface Score {
  readonly symbols: { readonly right: number; readonly all: number };
  readonly tags: { readonly right: number; readonly all: number };
  readonly edges: { readonly right: number; readonly all: number };
  readonly instruments: { readonly right: number; readonly all: number };
  readonly falseSymbols: number;
  readonly falseEdges: number;
  /** For people: what is wrong. */
  readonly faults: readonly string[];
}

const classes: Readonly<Record<string, string>> = {
  exchanger: 'HEAT_EXCHANGER',
  valve: 'GATE_VALVE',
};
const near = 15;
const [sheetWidth, sheetHeight] = [1600, 1100];

/** How to come from units of the file to the sheet of the truth. */
export type ToSheet = (point: Point) => Point;

export const upwards: ToSheet = ([x, y]) => [x, sheetHeight - y];
export const asItIs: ToSheet = (point) => point;
/** From pixels or points of a page of another size. */
export const scaled =
  (width: number, up: boolean): ToSheet =>
  ([x, y]) => {
    const k = sheetWidth / width;
    return up ? [x * k, sheetHeight - y * k] : [x * k, y * k];
  };

/** Compares as section 1.6 of the specification says. */
export function scoreOf(prediction: Prediction, truth: Truth, toSheet: ToSheet): Score {
  const faults: string[] = [];
  const back = inverse(prediction.asset.transform ?? [1, 0, 0, 1, 0, 0]);
  const symbols = prediction.regions.filter((region) => region.modelClass !== undefined);
  const centers = symbols.map(({ boundingBox: { left, top, width, height } }) =>
    toSheet(moved(back, [left + width / 2, top + height / 2])),
  );
  const taken = new Set<number>();
  let [rightSymbols, rightTags] = [0, 0];
  for (const { type, tag, x, y } of truth.sym) {
    const modelClass = classes[type] ?? type.toUpperCase();
    const found = symbols.findIndex((symbol, n) => {
      const [cx, cy] = centers[n] ?? [0, 0];
      return !taken.has(n) && symbol.modelClass === modelClass && Math.hypot(cx - x, cy - y) < near;
    });
    if (found < 0) {
      faults.push(`${type} ${tag} at ${x}, ${y} is not found`);
      continue;
    }
    taken.add(found);
    rightSymbols++;
    if (symbols[found]?.userLabel === tag) rightTags++;
    else faults.push(`${type} ${tag} is called ${symbols[found]?.userLabel}`);
  }
  for (const [n, symbol] of symbols.entries()) {
    if (!taken.has(n)) faults.push(`false ${symbol.modelClass} ${symbol.userLabel} at ${centers[n]?.map(Math.round)}`);
  }
  const edges = edgesIn(prediction);
  const wanted = new Set(truth.edges.map((edge) => [...edge].sort().join(' ')));
  for (const edge of wanted) if (!edges.has(edge)) faults.push(`edge ${edge} is not found`);
  for (const edge of edges) if (!wanted.has(edge)) faults.push(`false edge ${edge}`);
  const instruments = truth.inst.filter(([tag = '', line = '']) => {
    const right = isTapped(prediction, tag, line.slice(1));
    if (!right) faults.push(`instrument ${tag} is not at ${line}`);
    return right;
  });
  const rightEdges = [...wanted].filter((edge) => edges.has(edge)).length;
  return {
    symbols: { right: rightSymbols, all: truth.sym.length },
    tags: { right: rightTags, all: truth.sym.length },
    edges: { right: rightEdges, all: wanted.size },
    instruments: { right: instruments.length, all: truth.inst.length },
    falseSymbols: symbols.length - taken.size,
    falseEdges: edges.size - rightEdges,
    faults,
  };
}

const labelOf = ({ regions, connectionPoints }: Prediction, point: string | undefined): string | undefined =>
  regions.find(({ id }) => id === connectionPoints[point ?? '']?.assocSymbol)?.userLabel;

/** Pairs of tags that one pipe joins. */
export function edgesIn(prediction: Prediction): Set<string> {
  const pairs = Object.values(prediction.links).flatMap(({ modelClass, endpoints }) => {
    const labels = endpoints.map((point) => labelOf(prediction, point)).filter((label) => label !== undefined);
    return modelClass === pipeClass && labels.length === 2 ? [labels.sort().join(' ')] : [];
  });
  return new Set(pairs);
}

/** Whether the signal line of an instrument ends at a pipe, of that line number where the sheet shows it. */
function isTapped(prediction: Prediction, tag: string, line: string): boolean {
  const isShown = prediction.regions.some(({ text }) => text === line);
  return Object.values(prediction.links).some(({ modelClass, endpoints }) => {
    if (modelClass !== signalClass || !endpoints.some((point) => labelOf(prediction, point) === tag)) return false;
    return endpoints.some((point) =>
      prediction.connectionPoints[point]?.relatedLinks.some((id) => {
        const pipe = prediction.links[id];
        return pipe?.modelClass === pipeClass && (!isShown || pipe.userLabel === line);
      }),
    );
  });
}
