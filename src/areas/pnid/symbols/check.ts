import type { Detail } from '../../../api/http/problem.ts';
import { basicSet } from '../../../engines/drawings/symbols/basic.ts';
import type { SymbolRule, SymbolShape } from '../../../engines/drawings/symbols/set.ts';
import { linearPattern } from '../../../std/linear-pattern.ts';
import { invalidValue } from '../errors.ts';
import type { SetRules } from '../store/symbols.ts';
import type { SetContent, ShapeInput, SymbolInput } from './schema.ts';

/** The set that was sent, in the engine's own types, with the basic one's rules where nothing was; or what is wrong. */
export function checkedSet(sent: SetContent): { readonly rules: SetRules } | { readonly faults: readonly Detail[] } {
  const faults: Detail[] = [];
  for (const [n, { pattern }] of (sent.tags ?? []).entries()) {
    if (!linearPattern(pattern, 'whole')) faults.push(invalidValue(`tags[${n}].pattern`, noPattern));
  }
  if (sent.linePattern && !linearPattern(sent.linePattern, 'part')) faults.push(invalidValue('linePattern', noPattern));
  const names = new Set<string>();
  const symbols = (sent.symbols ?? []).flatMap((symbol, n) => {
    const checked = checkedSymbol(symbol, `symbols[${n}]`, faults);
    if (names.has(symbol.name)) faults.push(invalidValue(`symbols[${n}].name`, 'Another symbol has this name.'));
    names.add(symbol.name);
    return checked === undefined ? [] : [checked];
  });
  if (faults.length > 0) return { faults: faults.slice(0, 100) };
  return {
    rules: {
      minConfidence: sent.minConfidence ?? basicSet.minConfidence,
      tags: sent.tags?.map(({ pattern, classes = [] }) => ({ pattern, classes })) ?? basicSet.tags,
      linePattern: sent.linePattern ?? basicSet.linePattern,
      symbols: sent.symbols ? symbols : basicSet.symbols,
    },
  };
}

const noPattern = 'This is no regular expression without lookarounds, back references and more than 1,000 repetitions.';

const isRotation = (value: number): value is SymbolRule['rotations'][number] => [0, 90, 180, 270].includes(value);

function checkedSymbol(symbol: SymbolInput, target: string, faults: Detail[]): SymbolRule | undefined {
  const { rotations, ports = [], shapes, range, ...facts } = symbol;
  for (const [n, rotation] of rotations.entries()) {
    if (!isRotation(rotation)) faults.push(invalidValue(`${target}.rotations[${n}]`, 'Use 0, 90, 180 or 270.'));
  }
  const checked = shapes.map((shape, n) => {
    const one = shapeOf(shape);
    if (one === undefined) {
      faults.push(invalidValue(`${target}.shapes[${n}]`, 'A shape is one of line, polyline, circle or arc.'));
    }
    return one;
  });
  return {
    ...facts,
    ...(range === undefined ? {} : { range: pairOf(range) }),
    rotations: rotations.filter(isRotation),
    ports: ports.map(pairOf),
    shapes: checked.filter((shape) => shape !== undefined),
  };
}

const pairOf = ([x = 0, y = 0]: readonly number[]): readonly [number, number] => [x, y];

function shapeOf({ line, dashed, needed, polyline, closed, circle, arc }: ShapeInput): SymbolShape | undefined {
  if ([line, polyline, circle, arc].filter((member) => member !== undefined).length !== 1) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = line ?? circle ?? arc ?? [];
  if (line) return { line: [a, b, c, d], ...(dashed ? { dashed } : {}), ...(needed ? { needed } : {}) };
  if (polyline) return { polyline: polyline.map(pairOf), ...(closed === undefined ? {} : { closed }) };
  if (circle) return { circle: [a, b, c] };
  return { arc: [a, b, c, d, e] };
}
