import { type Box, type Point, type Size, toPicture, toWindow, type View } from './view.ts';

/** Something that was found, with the box around it in pixels of the picture. */
export interface Mark {
  readonly id: string;
  readonly box: Box;
  readonly colour: string;
  /** What stands at it. */
  readonly text?: string;
  /** Drawn crossed out. */
  readonly struck?: boolean;
}

const font = '600 12px system-ui, sans-serif';

/** Draws what of the marks is in sight; the chosen one last. */
export function paintMarks(
  context: CanvasRenderingContext2D,
  view: View,
  room: Size,
  marks: readonly Mark[],
  chosen: string | undefined,
): void {
  const [left, top] = toPicture(view, [0, 0]);
  const [right, bottom] = toPicture(view, [room.width, room.height]);
  const inSight = marks.filter(
    ({ box }) => box.left <= right && box.left + box.width >= left && box.top <= bottom && box.top + box.height >= top,
  );
  for (const mark of inSight) if (mark.id !== chosen) paintMark(context, view, mark, false);
  const last = inSight.find(({ id }) => id === chosen);
  if (last) paintMark(context, view, last, true);
}

function paintMark(context: CanvasRenderingContext2D, view: View, mark: Mark, chosen: boolean): void {
  const { box, colour, struck } = mark;
  const [x, y] = toWindow(view, [box.left, box.top]);
  const [width, height] = [box.width * view.scale, box.height * view.scale];
  const line = (style: string, thickness: number) => {
    context.strokeStyle = style;
    context.lineWidth = thickness;
    context.strokeRect(x, y, width, height);
    if (!struck) return;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + width, y + height);
    context.stroke();
  };
  context.globalAlpha = struck && !chosen ? 0.55 : 1;
  context.setLineDash(struck ? [6, 4] : []);
  line('rgb(0 0 0 / 65%)', chosen ? 6 : 4);
  line(colour, chosen ? 4 : 2);
  context.setLineDash([]);
  if (chosen || view.scale * Math.max(box.width, box.height) > 40) paintText(context, mark, x, y);
  context.globalAlpha = 1;
}

function paintText(context: CanvasRenderingContext2D, { text, colour }: Mark, x: number, y: number): void {
  if (!text) return;
  context.font = font;
  const { width } = context.measureText(text);
  const top = y > 18 ? y - 18 : y;
  context.fillStyle = 'rgb(0 0 0 / 75%)';
  context.fillRect(x - 1, top, width + 10, 18);
  context.fillStyle = colour;
  context.fillRect(x - 1, top, 3, 18);
  context.fillStyle = '#fff';
  context.fillText(text, x + 6, top + 13);
}

const reachPixels = 6;

/** The smallest mark around a place of the window. */
export function markAt(marks: readonly Mark[], view: View, at: Point): Mark | undefined {
  const [x, y] = toPicture(view, at);
  const reach = reachPixels / view.scale;
  const around = marks.filter(
    ({ box }) =>
      x >= box.left - reach &&
      x <= box.left + box.width + reach &&
      y >= box.top - reach &&
      y <= box.top + box.height + reach,
  );
  return around.toSorted((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0];
}
