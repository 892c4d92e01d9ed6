/** What points are coloured by. */
export const colourings = ['rgb', 'class', 'intensity', 'height'] as const;
export type Colouring = (typeof colourings)[number];

/** How clouds are drawn. */
export interface CloudStyle {
  /** What a cloud does not have is drawn by its heights. */
  readonly colouring: Colouring;
  /** Least width of a point, in pixels of the page. */
  readonly size: number;
  readonly round: boolean;
  readonly eyeDome: boolean;
  /** Classes that are not drawn. */
  readonly hidden: readonly number[];
  /** Most points at rest. */
  readonly points: number;
}

export const usualStyle: CloudStyle = {
  colouring: 'rgb',
  size: 3,
  round: true,
  eyeDome: true,
  hidden: [],
  points: 5_000_000,
};

/** What a cloud has, as far as it is loaded. */
export interface CloudContents {
  readonly colors: boolean;
  readonly classes: boolean;
  readonly intensities: boolean;
  /** Points of each class. */
  readonly counts: ReadonlyMap<number, number>;
  /** Least and greatest. */
  readonly intensity: readonly [number, number];
  /** Of the scene, metres. */
  readonly height: readonly [number, number];
  /** Points that are drawn now, at rest. */
  readonly drawn: number;
}

export const nothing: CloudContents = {
  colors: false,
  classes: false,
  intensities: false,
  counts: new Map(),
  intensity: [0, 1],
  height: [0, 1],
  drawn: 0,
};

/** What is coloured by, where a cloud has it. */
export function colouringOf({ colouring }: CloudStyle, has: CloudContents): Colouring {
  const there = { rgb: has.colors, class: has.classes, intensity: has.intensities, height: true };
  if (there[colouring]) return colouring;
  return colouring === 'rgb' && has.intensities ? 'intensity' : 'height';
}
