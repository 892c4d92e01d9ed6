import {
  type Box,
  type ConnectionPoint,
  type Point,
  type Prediction,
  pipe,
  type Region,
  type SheetLink,
  type Status,
} from './prediction.ts';

/*
 * Corrections of a sheet: each takes a sheet and answers another one.
 */

/** What a person may say of anything on a sheet. */
export interface Facts {
  readonly modelClass?: string;
  /** A tag, or the number of a line; empty: none. */
  readonly userLabel?: string;
  readonly text?: string;
  readonly status?: Status;
}

/** Changes regions and lines; what a person said is sure. */
export function changed(sheet: Prediction, ids: ReadonlySet<string>, facts: Facts): Prediction {
  const of = <T extends Region | SheetLink>(one: T): T => {
    const { userLabel, text, ...rest } = facts;
    const next = { ...one, ...rest };
    if (userLabel !== undefined)
      Object.assign(next, { userLabel: userLabel || undefined, userLabelConfidence: userLabel ? 1 : undefined });
    if (text !== undefined) Object.assign(next, { text, textStatus: 2 });
    return next;
  };
  return {
    ...sheet,
    regions: sheet.regions.map((region) => (ids.has(region.id) ? of(region) : region)),
    links: Object.fromEntries(Object.entries(sheet.links).map(([id, link]) => [id, ids.has(id) ? of(link) : link])),
  };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => letters[byte % letters.length]).join('');

const schema = { modelSchema: 'ProcessFunctional' } as const;

/** A symbol that was not found. */
export function withSymbol(
  sheet: Prediction,
  id: string,
  box: Box,
  facts: Pick<Facts, 'modelClass' | 'userLabel'>,
): Prediction {
  const { modelClass = '', userLabel } = facts;
  const region: Region = {
    id,
    boundingBox: wholeBox(box, sheet),
    ...schema,
    modelClass,
    ...(userLabel ? { userLabel, userLabelConfidence: 1 } : {}),
    status: 'approved',
    confidence: 1,
  };
  return { ...sheet, regions: [...sheet.regions, region] };
}

function wholeBox({ left, top, width, height }: Box, { asset: { size } }: Prediction): Box {
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)));
  const [x, y] = [within(left, size.width - 1), within(top, size.height - 1)];
  return {
    left: x,
    top: y,
    width: Math.max(1, within(left + width, size.width) - x),
    height: Math.max(1, within(top + height, size.height) - y),
  };
}

const middle = ({ left, top, width, height }: Box): Point => [left + width / 2, top + height / 2];

/** Where a straight line from the middle of a box to another place leaves the box. */
function borderOf(box: Box, to: Point): Point {
  const [x, y] = middle(box);
  const [dx, dy] = [to[0] - x, to[1] - y];
  const far = Math.max(Math.abs(dx) / (box.width / 2), Math.abs(dy) / (box.height / 2), 1);
  return [tenth(x + dx / far), tenth(y + dy / far)];
}
const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A line between two symbols that was not found. */
export function withLine(
  sheet: Prediction,
  id: string,
  [from, to]: readonly [string, string],
  modelClass = pipe,
): Prediction {
  const [a, b] = [from, to].map((one) => sheet.regions.find((region) => region.id === one));
  if (!a || !b || a === b) return sheet;
  const ends = [
    borderOf(a.boundingBox, middle(b.boundingBox)),
    borderOf(b.boundingBox, middle(a.boundingBox)),
  ] as const;
  const points = ends.map((pos, n): [string, ConnectionPoint] => [
    `POINT_${newId()}`,
    { pos, assocSymbol: n === 0 ? a.id : b.id, relatedLinks: [id] },
  ]);
  const link: SheetLink = {
    endpoints: points.map(([point]) => point),
    ...schema,
    modelClass,
    status: 'approved',
    confidence: 1,
    path: ends,
  };
  return {
    ...sheet,
    links: { ...sheet.links, [id]: link },
    connectionPoints: { ...sheet.connectionPoints, ...Object.fromEntries(points) },
  };
}

/** Parts a line where it is nearest to a place; both parts keep its class and number. */
export function withCut(sheet: Prediction, id: string, at: Point): Prediction {
  const link = sheet.links[id];
  const { path = [], endpoints = [] } = link ?? {};
  const near = nearestOn(path, at);
  const [first, last] = endpoints;
  if (!link || !near || first === undefined || last === undefined) return sheet;
  const parts = [
    {
      link: `LINK_${newId()}`,
      end: `POINT_${newId()}`,
      outer: first,
      path: [...path.slice(0, near.segment + 1), near.at],
    },
    { link: `LINK_${newId()}`, end: `POINT_${newId()}`, outer: last, path: [near.at, ...path.slice(near.segment + 1)] },
  ];
  const { [id]: _, ...others } = sheet.links;
  const points: Record<string, ConnectionPoint> = { ...sheet.connectionPoints };
  const links: Record<string, SheetLink> = { ...others };
  for (const [n, part] of parts.entries()) {
    const of = points[part.outer];
    // a tap on the line stays with the part that it lies on, which is the nearer one
    if (of) points[part.outer] = { ...of, relatedLinks: of.relatedLinks.map((one) => (one === id ? part.link : one)) };
    points[part.end] = { pos: near.at, relatedLinks: [part.link] };
    const ends = n === 0 ? [part.outer, part.end] : [part.end, part.outer];
    links[part.link] = { ...link, endpoints: ends, path: part.path, status: 'approved' };
  }
  for (const [point, of] of Object.entries(points)) {
    if (!of.relatedLinks.includes(id)) continue;
    const [one, other] = parts.map((part) => ({
      part,
      far: nearestOn(part.path, of.pos)?.far ?? Number.POSITIVE_INFINITY,
    }));
    const owner = one && other && one.far <= other.far ? one : other;
    points[point] = {
      ...of,
      relatedLinks: of.relatedLinks.map((link) => (link === id ? (owner?.part.link ?? id) : link)),
    };
  }
  return { ...sheet, links, connectionPoints: points };
}

/** Makes one line of two, at the ends that are nearest to each other. Undefined where both ends have other lines or symbols. */
export function withJoin(sheet: Prediction, [first, second]: readonly [string, string]): Prediction | undefined {
  const [a, b] = [sheet.links[first], sheet.links[second]];
  if (!a?.path || !b?.path || first === second) return undefined;
  const free = ({ endpoints }: SheetLink, own: string) =>
    endpoints.flatMap((id, n) => {
      const point = sheet.connectionPoints[id];
      const alone =
        point &&
        point.assocSymbol === undefined &&
        point.relatedLinks.every((link) => link === first || link === second);
      return alone ? [{ id, n, own, pos: point.pos }] : [];
    });
  const pairs = free(a, first).flatMap((one) =>
    free(b, second).map((other) => ({ one, other, far: distance(one.pos, other.pos) })),
  );
  const [best] = pairs.sort((p, q) => p.far - q.far);
  if (best === undefined) return undefined;
  const before = best.one.n === 1 ? a.path : a.path.toReversed();
  const after = best.other.n === 0 ? b.path : b.path.toReversed();
  const [from, to] = [a.endpoints[1 - best.one.n], b.endpoints[1 - best.other.n]];
  if (from === undefined || to === undefined) return undefined;
  const id = `LINK_${newId()}`;
  const { [first]: _a, [second]: _b, ...links } = sheet.links;
  const points = Object.entries(sheet.connectionPoints).flatMap(([point, of]): [string, ConnectionPoint][] => {
    if (point === best.one.id || point === best.other.id) return [];
    const relatedLinks = [...new Set(of.relatedLinks.map((link) => (link === first || link === second ? id : link)))];
    return [[point, { ...of, relatedLinks }]];
  });
  const joined: SheetLink = { ...b, ...a, endpoints: [from, to], path: [...before, ...after], status: 'approved' };
  return { ...sheet, links: { ...links, [id]: joined }, connectionPoints: Object.fromEntries(points) };
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The place of a line that is nearest to a point. */
export function nearestOn(
  path: readonly Point[],
  to: Point,
): { readonly at: Point; readonly segment: number; readonly far: number } | undefined {
  const places = path.slice(1).map((b, segment) => {
    const a = path[segment] ?? b;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.min(1, Math.max(0, ((to[0] - a[0]) * dx + (to[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
    const at: Point = [tenth(a[0] + t * dx), tenth(a[1] + t * dy)];
    return { at, segment, far: distance(at, to) };
  });
  return places.sort((p, q) => p.far - q.far)[0];
}
