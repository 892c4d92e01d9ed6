import { BufferAttribute, BufferGeometry, Group, LineSegments, Mesh, type Object3D, ShapeUtils, Vector2 } from 'three';
import { added } from '../dress.ts';
import type { Materials } from '../materials.ts';
import { type Loop, loopsOf, type Surface, surfacesOf } from './loops.ts';
import { type Cut, type CutLines, cutMesh, planeAxes } from './segments.ts';

/** The surfaces that close bodies where they are cut, in the colours of their elements. */
export interface Caps {
  readonly group: Group;
  cut(cuts: readonly Cut[]): void;
  /** What is drawn of the model has changed. */
  outdate(): void;
  /** Makes them anew where that is needed, before a frame. */
  update(): void;
  dispose(): void;
}

/** Longer than this, and they are made when what changes has come to rest, milliseconds. */
const longMs = 40;
const restMs = 200;
/** What is cut is darker than what is seen from outside. */
const shade = 0.78;

/** `changed` asks for another frame. */
export function makeCaps(model: Object3D, materials: Pick<Materials, 'cap' | 'edges'>, changed: () => void): Caps {
  const group = new Group();
  let cuts: readonly Cut[] = [];
  let tookMs = 0;
  let outdatedAt: number | undefined;
  const clear = () => {
    for (const one of [...group.children]) {
      group.remove(one);
      if (one instanceof Mesh || one instanceof LineSegments) one.geometry.dispose();
    }
  };
  const outdate = () => {
    if (cuts.length > 0) outdatedAt = performance.now();
  };
  return {
    group,
    cut(next) {
      cuts = next;
      clear();
      outdate();
    },
    outdate,
    update() {
      if (outdatedAt === undefined) return;
      const now = performance.now();
      if (tookMs > longMs && now - outdatedAt < restMs) {
        window.setTimeout(changed, restMs);
        return;
      }
      outdatedAt = undefined;
      clear();
      const { surfaces, outlines } = capsOf(model, cuts);
      if (surfaces.count > 0) group.add(new Mesh(surfaces.geometry(), materials.cap));
      if (outlines.count > 0) group.add(outlineOf(outlines, materials));
      tookMs = performance.now() - now;
    },
    dispose: clear,
  };
}

function outlineOf(outlines: Vertices, { edges }: Pick<Materials, 'edges'>): LineSegments {
  const lines = new LineSegments(outlines.geometry(), edges);
  lines.name = added.edges;
  lines.raycast = () => {};
  return lines;
}

function capsOf(model: Object3D, cuts: readonly Cut[]) {
  const [surfaces, outlines] = [vertices(), vertices()];
  const meshes: Mesh[] = [];
  model.updateMatrixWorld();
  model.traverseVisible(
    (one) => one instanceof Mesh && one.name !== added.ghost && one.name !== added.chosen && meshes.push(one),
  );
  for (const cut of cuts) {
    const lines = new Map<number, CutLines>();
    for (const { geometry, matrixWorld } of meshes) cutMesh(geometry, matrixWorld, cut, lines);
    for (const [element, { ends, color }] of lines) {
      const loops = loopsOf(ends);
      const add = (to: Vertices, at: readonly [number, number]) => to.add(placed(cut, at), cut, color, element);
      for (const surface of surfacesOf(loops)) for (const at of cornersOf(surface)) add(surfaces, at);
      for (const loop of loops) for (const at of sidesOf(loop)) add(outlines, at);
    }
  }
  return { surfaces, outlines };
}

/** Three corners of each triangle. */
function cornersOf({ outer, holes }: Surface): Loop {
  const [contour = [], ...rest] = [outer, ...holes].map((loop) => loop.map(([x, y]) => new Vector2(x, y)));
  const triangles = ShapeUtils.triangulateShape(contour, rest); // it takes corners away that come twice
  const corners = [contour, ...rest].flat();
  return triangles.flat().flatMap((n) => corners.slice(n, n + 1).map(({ x, y }) => [x, y] as const));
}

/** Two ends of each side. */
const sidesOf = (loop: Loop): Loop => loop.flatMap((corner, n) => [corner, loop[(n + 1) % loop.length] ?? corner]);

function placed({ axis, at }: Cut, [x, y]: readonly [number, number]): readonly number[] {
  const place = [at, at, at];
  const [first, second] = planeAxes[axis];
  place[first] = x;
  place[second] = y;
  return place;
}

interface Vertices {
  readonly count: number;
  add(place: readonly number[], cut: Cut, color: CutLines['color'], element: number): void;
  geometry(): BufferGeometry;
}

function vertices(): Vertices {
  const [places, normals, colors, elements]: [number[], number[], number[], number[]] = [[], [], [], []];
  return {
    get count() {
      return elements.length;
    },
    add(place, { axis, towards }, color, element) {
      places.push(...place);
      normals.push(...[0, 1, 2].map((one) => (one === axis ? towards : 0)));
      colors.push(...color.map((one) => one * shade));
      elements.push(element);
    },
    geometry() {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
      geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3));
      geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colors), 3));
      geometry.setAttribute('elementIndex', new BufferAttribute(Float32Array.from(elements), 1));
      return geometry;
    },
  };
}
