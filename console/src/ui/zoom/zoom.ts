/** How something lies in its room: pixels of the room = scale · its own + offset. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place, from the upper left. */
export type Spot = readonly [x: number, y: number];

const margin = 8;
/** So much of it always stays in sight, in pixels of the room. */
const inSight = 40;

export const toRoom = ({ scale, x, y }: View, [px, py]: Spot): Spot => [scale * px + x, scale * py + y];
export const toContent = ({ scale, x, y }: View, [px, py]: Spot): Spot => [(px - x) / scale, (py - y) / scale];

/** All of it in the middle of its room. */
export function fitted(content: Size, room: Size): View {
  const along = (of: 'width' | 'height') => (room[of] - 2 * margin) / Math.max(1e-9, content[of]);
  const scale = Math.max(1e-6, Math.min(along('width'), along('height')));
  return around([content.width / 2, content.height / 2], scale, room);
}

/** A place of it in the middle of the room. */
export const around = ([x, y]: Spot, scale: number, room: Size): View => ({
  scale,
  x: room.width / 2 - scale * x,
  y: room.height / 2 - scale * y,
});

/** Nearer or farther, with what is at a place of the room staying there. */
export function zoomed(view: View, by: number, at: Spot, content: Size, room: Size, mostScale: number): View {
  const least = fitted(content, room).scale / 2;
  const scale = Math.min(Math.max(mostScale, least), Math.max(least, view.scale * by));
  const [x, y] = toContent(view, at);
  return { scale, x: at[0] - scale * x, y: at[1] - scale * y };
}

/** The same, moved so far that some of it is in sight. */
export function kept({ scale, x, y }: View, content: Size, room: Size): View {
  const keep = (at: number, length: number, most: number) => {
    const rest = Math.min(inSight, most / 2, length);
    return Math.min(most - rest, Math.max(rest - length, at));
  };
  return { scale, x: keep(x, scale * content.width, room.width), y: keep(y, scale * content.height, room.height) };
}

/** Between two views, `share` of the way: what is seen grows evenly. */
export function between(from: View, to: View, share: number): View {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return { scale: mix(from.scale, to.scale), x: mix(from.x, to.x), y: mix(from.y, to.y) };
}
