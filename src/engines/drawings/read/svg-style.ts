import type { Matrix } from '../geometry.ts';
import { combined, unmoved } from '../geometry.ts';

export type Attributes = Readonly<Record<string, string>>;
/** Declarations of the classes of a style sheet inside the file. */
export type Classes = ReadonlyMap<string, Attributes>;

/** What elements hand down to those inside them. */
export interface Style {
  readonly matrix: Matrix;
  readonly stroke: string;
  readonly fill: string;
  readonly width: number;
  readonly dashed: boolean;
  readonly fontSize: number;
  readonly anchor: string;
  readonly shown: boolean;
}

export const plainStyle: Style = {
  matrix: unmoved,
  stroke: 'none',
  fill: 'black',
  width: 1,
  dashed: false,
  fontSize: 16,
  anchor: 'start',
  shown: true,
};

/** A length in user units; percentages and relative units are not known here. */
export function lengthOf(text: string | undefined, otherwise: number): number {
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(px|pt|pc|mm|cm|in)?\s*$/i.exec(text ?? '');
  return match ? Number(match[1]) * (perUnit[match[2]?.toLowerCase() ?? 'px'] ?? 1) : otherwise;
}
const perUnit: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
};

const declarations = (text: string): Attributes =>
  Object.fromEntries(
    text.split(';').flatMap((one) => {
      const [name = '', value = ''] = one.split(/:(.*)/s);
      return name.trim() === '' ? [] : [[name.trim().toLowerCase(), value.replace(/!important/i, '').trim()]];
    }),
  );

/** Rules for classes (`.pipe, .main { … }`); what else a style sheet says has no part in drawings. */
export function classesOf(sheet: string): Classes {
  const classes = new Map<string, Attributes>();
  for (const [, names = '', body = ''] of sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const name of names.split(',')) {
      const found = /^\s*[a-z]*\.([\w-]+)\s*$/i.exec(name)?.[1];
      if (found !== undefined) classes.set(found, { ...classes.get(found), ...declarations(body) });
    }
  }
  return classes;
}

const isDashed = (text: string): boolean => {
  const parts = text.split(/[\s,]+/).map(Number.parseFloat);
  return parts.some((part) => part > 0) && text !== 'none';
};

/** Of an element, by its attributes, its classes and its own style, the last the strongest. */
export function styleOf(parent: Style, attributes: Attributes, classes: Classes): Style {
  const ofClasses = (attributes.class ?? '').split(/\s+/).map((name) => classes.get(name) ?? {});
  const own: Attributes = Object.assign({}, attributes, ...ofClasses, declarations(attributes.style ?? ''));
  const { stroke, fill, display, visibility, opacity } = own;
  const given = (value: string | undefined, inherited: string) =>
    value === undefined || value === 'inherit' ? inherited : value.toLowerCase();
  const dashes = own['stroke-dasharray'];
  return {
    matrix: combined(parent.matrix, transformOf(attributes.transform ?? '')),
    stroke: own['stroke-opacity'] === '0' ? 'none' : given(stroke, parent.stroke),
    fill: own['fill-opacity'] === '0' ? 'none' : given(fill, parent.fill),
    width: lengthOf(own['stroke-width'], parent.width),
    dashed: dashes === undefined || dashes === 'inherit' ? parent.dashed : isDashed(dashes),
    fontSize: lengthOf(own['font-size'], parent.fontSize),
    anchor: given(own['text-anchor'], parent.anchor),
    shown: parent.shown && display !== 'none' && opacity !== '0' && !/^(?:hidden|collapse)$/.test(visibility ?? ''),
  };
}

/** Whether a colour is seen on white paper. */
export const isInk = (color: string): boolean =>
  !/^(?:none|transparent|white|#fff|#ffffff|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\)|rgb\(\s*100%\s*,\s*100%\s*,\s*100%\s*\))$/.test(
    color.trim(),
  );

/** The value of a `transform` attribute. */
export function transformOf(text: string): Matrix {
  let matrix = unmoved;
  for (const [, name = '', list = ''] of text.matchAll(/([a-zA-Z]+)\s*\(([^)]*)\)/g)) {
    const values = list.split(/[\s,]+/).filter((one) => one !== '');
    matrix = combined(matrix, steps[name]?.(values.map(Number)) ?? unmoved);
  }
  return matrix.every(Number.isFinite) ? matrix : unmoved;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const steps: Readonly<Record<string, (v: readonly number[]) => Matrix>> = {
  matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f],
  translate: ([x = 0, y = 0]) => [1, 0, 0, 1, x, y],
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  skewX: ([angle = 0]) => [1, 0, Math.tan(radians(angle)), 1, 0, 0],
  skewY: ([angle = 0]) => [1, Math.tan(radians(angle)), 0, 1, 0, 0],
  rotate: ([angle = 0, x = 0, y = 0]) => {
    const [cos, sin] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
    return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
  },
};
