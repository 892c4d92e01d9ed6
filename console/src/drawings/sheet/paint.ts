import { type Size, toPicture, toWindow, type View } from '../../ui/picture/view.ts';
import { nearestOn } from './edit.ts';
import type { Box, Item, Point } from './prediction.ts';
import { signal } from './prediction.ts';

/** The paper is white in both schemes, so these colours are, too. */
const colours = {
  symbol: '#0b6e75',
  line: '#1d4ed8',
  signal: '#7c3aed',
  text: '#8a94a0',
  doubt: '#c2410c',
  approved: '#15803d',
  deleted: '#b3261e',
  chosen: '#d9480f',
} as const;

/** What is less sure than this is shown as a doubt. */
export const doubtful = 0.9;

export const colourOf = ({ status, kind, confidence, modelClass }: Item): string => {
  if (status === 'deleted') return colours.deleted;
  if (status === 'approved') return colours.approved;
  if (confidence < doubtful) return colours.doubt;
  return kind === 'line' && modelClass === signal ? colours.signal : colours[kind];
};

interface Shown {
  readonly items: readonly Item[];
  readonly chosen: ReadonlySet<string>;
  /** What is being drawn. */
  readonly draft?: Box | undefined;
}

/** Draws what of a sheet is in sight over its picture. */
export function paint(
  context: CanvasRenderingContext2D,
  view: View,
  room: Size,
  { items, chosen, draft }: Shown,
): void {
  context.clearRect(0, 0, room.width, room.height);
  const [left, top] = toPicture(view, [0, 0]);
  const [right, bottom] = toPicture(view, [room.width, room.height]);
  const inSight = ({ box }: Item) =>
    box.left <= right && box.left + box.width >= left && box.top <= bottom && box.top + box.height >= top;
  context.lineJoin = 'round';
  for (const item of items) if (inSight(item)) drawItem(context, view, item, chosen.has(item.id));
  if (draft) {
    context.setLineDash([6, 4]);
    stroke(context, view, draft, colours.chosen, 2);
    context.setLineDash([]);
  }
}

function drawItem(context: CanvasRenderingContext2D, view: View, item: Item, chosen: boolean): void {
  const colour = colourOf(item);
  context.setLineDash(item.status === 'deleted' ? [4, 4] : []);
  if (item.path) {
    context.beginPath();
    for (const [n, point] of item.path.entries()) {
      const [x, y] = toWindow(view, point);
      if (n === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.globalAlpha = chosen ? 0.9 : 0.55;
    context.strokeStyle = chosen ? colours.chosen : colour;
    context.lineWidth = chosen ? 6 : Math.max(2, Math.min(5, 6 * view.scale));
    context.stroke();
  } else {
    context.globalAlpha = item.kind === 'text' && !chosen ? 0.5 : 0.95;
    stroke(context, view, item.box, chosen ? colours.chosen : colour, chosen ? 3 : item.kind === 'text' ? 1 : 2);
    if (chosen || item.status !== 'pending') fill(context, view, item.box, chosen ? colours.chosen : colour);
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

function stroke(context: CanvasRenderingContext2D, view: View, box: Box, colour: string, width: number): void {
  const [x, y] = toWindow(view, [box.left, box.top]);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.strokeRect(x - 1, y - 1, box.width * view.scale + 2, box.height * view.scale + 2);
}

function fill(context: CanvasRenderingContext2D, view: View, box: Box, colour: string): void {
  const [x, y] = toWindow(view, [box.left, box.top]);
  context.globalAlpha = 0.14;
  context.fillStyle = colour;
  context.fillRect(x, y, box.width * view.scale, box.height * view.scale);
}

const reachPx = 8;

/** What lies at a place of the window: the smallest box around it, else the nearest line. */
export function itemAt(items: readonly Item[], view: View, at: Point): Item | undefined {
  const [x, y] = toPicture(view, at);
  const reach = reachPx / view.scale;
  const area = ({ box }: Item) => box.width * box.height;
  const boxes = items.filter(
    ({ box, path }) =>
      path === undefined &&
      x >= box.left - reach / 2 &&
      x <= box.left + box.width + reach / 2 &&
      y >= box.top - reach / 2 &&
      y <= box.top + box.height + reach / 2,
  );
  const [smallest] = boxes.sort((a, b) => Number(a.kind === 'text') - Number(b.kind === 'text') || area(a) - area(b));
  if (smallest) return smallest;
  const lines = items.flatMap((item) => {
    const far = item.path ? (nearestOn(item.path, [x, y])?.far ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    return far <= reach ? [{ item, far }] : [];
  });
  return lines.sort((a, b) => a.far - b.far)[0]?.item;
}
