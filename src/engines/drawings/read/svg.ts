import { EngineFailure } from '../../engine.ts';
import { arcPoints, circlePoints } from '../curves.ts';
import { type Box, combined, moved, type Point, scaleOf } from '../geometry.ts';
import type { Drawing } from '../sheet.ts';
import { type Collector, collector } from './collector.ts';
import { type Element, parseDocument } from './svg-document.ts';
import { pathLines } from './svg-path.ts';
import {
  type Attributes,
  type Classes,
  classesOf,
  isInk,
  lengthOf,
  plainStyle,
  type Style,
  styleOf,
} from './svg-style.ts';
import { textWidth } from './text-width.ts';

const deepestUse = 8;
const mostElements = 1_000_000;
/** What is no drawing, would load something, or only shows when another element uses it. */
const leftOut =
  /^(?:defs|symbol|script|style|image|foreignObject|clipPath|mask|pattern|marker|filter|linearGradient|radialGradient|title|desc|metadata|animate|set|\?xml)$/;

interface Walk {
  readonly out: Collector;
  readonly classes: Classes;
  readonly byId: ReadonlyMap<string, Element>;
  elements: number;
}

/** Reads an SVG as a drawing, in its user units. Its own styles and `<use>` are followed; nothing is ever loaded. */
export function readSvg(text: string): Drawing {
  const root = parseDocument(text).find(({ name }) => name === 'svg');
  if (root === undefined) throw new EngineFailure('E109', 'The file is no SVG: it has no element svg.');
  const walk: Walk = {
    out: collector(),
    classes: classesOf(everyElement([root], 'style').map(plainText).join('\n')),
    byId: new Map(everyElement([root]).flatMap((one) => (one.attributes.id ? [[one.attributes.id, one]] : []))),
    elements: 0,
  };
  const style = styleOf(plainStyle, { ...root.attributes, transform: '' }, walk.classes);
  for (const child of root.children) visit(child, style, walk, 0);
  return { box: boxOfRoot(root.attributes), strokes: walk.out.strokes, texts: walk.out.texts };
}

function boxOfRoot(attributes: Attributes): Box {
  const [left = 0, top = 0, width = 0, height = 0] = (attributes.viewBox ?? '').split(/[\s,]+/).map(Number);
  const size = width > 0 && height > 0 ? { width, height } : sizeOf(attributes);
  const origin = width > 0 && height > 0 ? { left, top } : { left: 0, top: 0 };
  if (!(size.width > 0 && size.height > 0))
    throw new EngineFailure('E109', 'The SVG has no size: viewBox, or width and height.');
  return { ...origin, right: origin.left + size.width, bottom: origin.top + size.height };
}
const sizeOf = ({ width, height }: Attributes) => ({ width: lengthOf(width, 0), height: lengthOf(height, 0) });

const plainText = (element: Element): string => element.text + element.children.map(plainText).join('');

function everyElement(roots: readonly Element[], name?: string): Element[] {
  const found: Element[] = [];
  const waiting = [...roots];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (name === undefined || one.name === name) found.push(one);
    for (const child of one.children) waiting.push(child);
  }
  return found;
}

function visit(element: Element, parent: Style, walk: Walk, uses: number): void {
  if (leftOut.test(element.name) || element.name === '#text') return;
  if (++walk.elements > mostElements)
    throw new EngineFailure('E107', `The SVG draws more than ${mostElements} elements.`);
  const style = styleOf(parent, element.attributes, walk.classes);
  if (!style.shown) return;
  if (element.name === 'text') return writeText(element, style, walk);
  if (element.name === 'use') return follow(element.attributes, style, walk, uses);
  const pen = { dashed: style.dashed, width: style.width };
  const [stroked, filled] = [isInk(style.stroke), isInk(style.fill)];
  for (const { points, closed } of stroked || filled ? linesOf(element) : []) {
    const whole = closed || !stroked ? closing(points) : points;
    walk.out.add(whole, { ...pen, filled: filled && whole.length > 3 }, style.matrix);
  }
  for (const child of element.children) visit(child, style, walk, uses);
}

/** A copy of another element of the same file; elsewhere it would have to be loaded. */
function follow(attributes: Attributes, style: Style, walk: Walk, uses: number): void {
  const href = attributes.href ?? '';
  const target = href.startsWith('#') ? walk.byId.get(href.slice(1)) : undefined;
  if (target === undefined || uses >= deepestUse) return;
  const place = combined(style.matrix, [1, 0, 0, 1, lengthOf(attributes.x, 0), lengthOf(attributes.y, 0)]);
  const inner = { ...style, matrix: place };
  if (target.name !== 'symbol') return visit(target, inner, walk, uses + 1);
  for (const child of target.children) visit(child, styleOf(inner, target.attributes, walk.classes), walk, uses + 1);
}

const closing = (points: readonly Point[]): readonly Point[] => {
  const [first, last] = [points[0], points.at(-1)];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...points, first] : points;
};

interface Line {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

function linesOf({ name, attributes }: Element): readonly Line[] {
  const n = (key: string, otherwise = 0) => lengthOf(attributes[key], otherwise);
  const one = (points: readonly Point[], closed: boolean): readonly Line[] => [{ points, closed }];
  switch (name) {
    case 'line':
      return one(
        [
          [n('x1'), n('y1')],
          [n('x2'), n('y2')],
        ],
        false,
      );
    case 'polyline':
    case 'polygon':
      return one(pairsOf(attributes.points ?? ''), name === 'polygon');
    case 'rect': {
      const [x, y, w, h] = [n('x'), n('y'), n('width'), n('height')];
      return w > 0 && h > 0
        ? one(
            [
              [x, y],
              [x + w, y],
              [x + w, y + h],
              [x, y + h],
            ],
            true,
          )
        : [];
    }
    case 'circle':
      return n('r') > 0 ? one(circlePoints([n('cx'), n('cy')], n('r')), true) : [];
    case 'ellipse': {
      const arc = { center: [n('cx'), n('cy')], rx: n('rx'), ry: n('ry'), from: 0, to: 2 * Math.PI } as const;
      return arc.rx > 0 && arc.ry > 0 ? one(arcPoints(arc), true) : [];
    }
    case 'path':
      return pathLines(attributes.d ?? '').map((points) => ({ points, closed: false }));
    default:
      return [];
  }
}

function pairsOf(text: string): Point[] {
  const numbers = text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g)?.map(Number) ?? [];
  return Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, at): Point => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0],
  );
}

/** A text is a run from one given place to the next: spans with a place of their own begin another. */
function writeText(element: Element, style: Style, { out, classes }: Walk): void {
  const first = (text: string | undefined, otherwise: number) => lengthOf(text?.split(/[\s,]+/)[0], otherwise);
  let run = { x: first(element.attributes.x, 0), y: first(element.attributes.y, 0), text: '', style };
  const end = () => {
    const { x, y, text, style: own } = run;
    const tidy = text.replaceAll(/\s+/g, ' ').trim();
    const [width, height] = [textWidth(tidy, own.fontSize), own.fontSize * capHeight];
    const left = x - (own.anchor === 'middle' ? width / 2 : own.anchor === 'end' ? width : 0);
    const scale = scaleOf(own.matrix);
    const [start, stop] = [moved(own.matrix, [left, y]), moved(own.matrix, [left + width, y])];
    if (isInk(own.fill)) out.write({ text: tidy, start, end: stop, height: height * scale, confidence: 1 });
    run = { ...run, x: x + width, text: '' };
  };
  const take = (one: Element, inherited: Style) => {
    if (one.name === '#text') run = { ...run, text: run.text + one.text, style: inherited };
    if (one.name !== 'tspan' && one.name !== 'a' && one.name !== 'text') return;
    const { x, y, dx, dy } = one.attributes;
    const own = one === element ? inherited : styleOf(inherited, one.attributes, classes);
    if (one !== element && (x !== undefined || y !== undefined || dy !== undefined)) {
      if (run.text.trim() !== '') end();
      run = { ...run, x: first(x, run.x) + first(dx, 0), y: first(y, run.y) + first(dy, 0), text: '' };
    }
    for (const child of one.children) take(child, own);
  };
  take(element, style);
  if (run.text.trim() !== '') end();
}

/** Of letters, in parts of the size of their font. */
const capHeight = 0.72;
