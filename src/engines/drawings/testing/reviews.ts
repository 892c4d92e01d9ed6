import type { Chance } from '../../../../test/support/chance.ts';
import type { ConnectionPoint, Prediction, Region, SheetLink } from '../prediction.ts';

/*
 * What people do to a sheet in a review, at random.
 */

type Change = (sheet: Prediction, dice: Chance, n: number) => Prediction;

const oneOf = (dice: Chance, sheet: Prediction, test: (region: Region) => boolean): Region | undefined => {
  const fit = sheet.regions.filter(test);
  return fit.length === 0 ? undefined : dice.pick(fit);
};
const isSymbol = ({ modelClass }: Region): boolean => modelClass !== undefined;

const withRegion = (sheet: Prediction, region: Region | undefined, change: Partial<Region>): Prediction => ({
  ...sheet,
  regions: sheet.regions.map((one) => (one === region ? { ...one, ...change } : one)),
});

const onSymbol =
  (change: (dice: Chance, n: number, region: Region) => Partial<Region>): Change =>
  (sheet, dice, n) => {
    const region = oneOf(dice, sheet, isSymbol);
    return region ? withRegion(sheet, region, change(dice, n, region)) : sheet;
  };

const removed: Change = (sheet, dice) => {
  const gone = oneOf(dice, sheet, () => true);
  const without = ({ userLabelTextIds: ids, ...one }: Region): Region =>
    ids ? { ...one, userLabelTextIds: ids.filter((id) => id !== gone?.id) } : one;
  const links = Object.entries(sheet.links).map(([id, { userLabelTextIds: ids, ...link }]): [string, SheetLink] => [
    id,
    ids ? { ...link, userLabelTextIds: ids.filter((one) => one !== gone?.id) } : link,
  ]);
  const points = Object.entries(sheet.connectionPoints).map(
    ([id, { assocSymbol, ...point }]): [string, ConnectionPoint] => [
      id,
      assocSymbol === undefined || assocSymbol === gone?.id ? point : { ...point, assocSymbol },
    ],
  );
  return {
    ...sheet,
    regions: sheet.regions.filter((one) => one !== gone).map(without),
    links: Object.fromEntries(links),
    connectionPoints: Object.fromEntries(points),
  };
};

const drawn: Change = (sheet, dice, n) => {
  const { width, height } = sheet.asset.size;
  const box = { left: Math.floor(dice.between(0, width - 60)), top: Math.floor(dice.between(0, height - 60)) };
  const region: Region = {
    id: `drawn-${n}`,
    boundingBox: { ...box, width: 50, height: 40 },
    modelClass: 'FILTER',
    userLabel: `S-${n}`,
    status: 'approved',
    confidence: 1,
  };
  return { ...sheet, regions: [...sheet.regions, region] };
};

const onLine =
  (change: (dice: Chance, n: number) => Partial<SheetLink>): Change =>
  (sheet, dice, n) => {
    const ids = Object.keys(sheet.links);
    if (ids.length === 0) return sheet;
    const id = dice.pick(ids);
    const link = sheet.links[id];
    return link ? { ...sheet, links: { ...sheet.links, [id]: { ...link, ...change(dice, n) } } } : sheet;
  };

/** A line between two symbols. */
const tied: Change = (sheet, dice, n) => {
  const [a, b] = [oneOf(dice, sheet, isSymbol), oneOf(dice, sheet, isSymbol)];
  if (!a || !b || a === b) return sheet;
  const ends = [a, b].map(({ id, boundingBox: { left, top } }, at): [string, ConnectionPoint] => [
    `POINT_${n}-${at}`,
    { pos: [left, top], assocSymbol: id, relatedLinks: [`LINK_${n}`] },
  ]);
  const link: SheetLink = {
    endpoints: ends.map(([id]) => id),
    modelClass: 'PIPE_RUN',
    status: 'approved',
    confidence: 1,
    path: ends.map(([, { pos }]) => pos),
  };
  return {
    ...sheet,
    links: { ...sheet.links, [`LINK_${n}`]: link },
    connectionPoints: { ...sheet.connectionPoints, ...Object.fromEntries(ends) },
  };
};

/** A line becomes two, which end in its middle; its taps stay with the first. */
const cut: Change = (sheet, dice, n) => {
  const long = Object.entries(sheet.links).filter(
    ([, { path, endpoints }]) => path?.length === 2 && endpoints.length === 2,
  );
  if (long.length === 0) return sheet;
  const [id, link] = dice.pick(long);
  const [[x1, y1], [x2, y2]] = [link.path?.[0] ?? [0, 0], link.path?.[1] ?? [0, 0]];
  const middle = [(x1 + x2) / 2, (y1 + y2) / 2] as const;
  const [first = '', last = ''] = link.endpoints;
  const { [id]: _, ...links } = sheet.links;
  const parts = [`LINK_${n}-a`, `LINK_${n}-b`] as const;
  const points = Object.entries(sheet.connectionPoints).map(([point, of]): [string, ConnectionPoint] => [
    point,
    { ...of, relatedLinks: of.relatedLinks.map((one) => (one === id ? (point === last ? parts[1] : parts[0]) : one)) },
  ]);
  const ends = parts.map((part): [string, ConnectionPoint] => [`POINT_${part}`, { pos: middle, relatedLinks: [part] }]);
  return {
    ...sheet,
    links: {
      ...links,
      [parts[0]]: { ...link, endpoints: [first, `POINT_${parts[0]}`], path: [[x1, y1], middle], status: 'approved' },
      [parts[1]]: { ...link, endpoints: [`POINT_${parts[1]}`, last], path: [middle, [x2, y2]], status: 'approved' },
    },
    connectionPoints: Object.fromEntries([...points, ...ends]),
  };
};

const changes: readonly Change[] = [
  onSymbol(() => ({ status: 'approved' })),
  onSymbol(() => ({ status: 'deleted' })),
  onSymbol((_, n) => ({ userLabel: `X-${n}`, userLabelConfidence: 1 })),
  onSymbol((dice) => ({ modelClass: dice.pick(['PUMP', 'FILTER', 'TANK']), status: 'approved' })),
  onSymbol((_, __, { boundingBox }) => ({ boundingBox: { ...boundingBox, width: boundingBox.width + 3 } })),
  (sheet, dice, n) =>
    withRegion(
      sheet,
      oneOf(dice, sheet, (one) => !isSymbol(one)),
      { text: `T ${n}`, textStatus: 2 },
    ),
  removed,
  drawn,
  tied,
  cut,
  onLine(() => ({ status: 'approved' })),
  onLine(() => ({ status: 'deleted' })),
  onLine((_, n) => ({ userLabel: `2"-CW-${n}`, userLabelConfidence: 1 })),
];

/** A sheet after so many corrections; what is drawn is numbered from `first` on. */
export function reviewedAtRandom(sheet: Prediction, dice: Chance, count: number, first = 0): Prediction {
  let now = sheet;
  for (let n = first; n < first + count; n++) now = dice.pick(changes)(now, dice, n);
  return { ...now, asset: sheet.asset };
}
