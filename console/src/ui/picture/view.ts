/** In pixels of the picture, or of the window. */
export type Point = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How a picture lies in the window: window = scale · picture + offset. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const mostScale = 8;
const margin = 16;

export const toWindow = ({ scale, x, y }: View, [px, py]: Point): Point => [scale * px + x, scale * py + y];
export const toPicture = ({ scale, x, y }: View, [px, py]: Point): Point => [(px - x) / scale, (py - y) / scale];

/** The whole picture in the middle of the window. */
export function fitted(picture: Size, room: Size): View {
  const scale = Math.max(
    0.001,
    Math.min((room.width - 2 * margin) / picture.width, (room.height - 2 * margin) / picture.height),
  );
  return { scale, x: (room.width - scale * picture.width) / 2, y: (room.height - scale * picture.height) / 2 };
}

/** A place in the middle, large enough to be read and with what is around it. */
export function centredOn(box: Box, view: View, picture: Size, room: Size): View {
  const wanted = Math.min(room.width, room.height) / (6 * Math.max(box.width, box.height, 20));
  const scale = limited(Math.max(view.scale, Math.min(1, wanted)), picture, room);
  const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
  return { scale, x: room.width / 2 - scale * cx, y: room.height / 2 - scale * cy };
}

/** Nearer or farther, with what is at a place of the window staying there. */
export function zoomed(view: View, by: number, [px, py]: Point, picture: Size, room: Size): View {
  const scale = limited(view.scale * by, picture, room);
  const [sx, sy] = toPicture(view, [px, py]);
  return { scale, x: px - scale * sx, y: py - scale * sy };
}

const limited = (scale: number, picture: Size, room: Size): number =>
  Math.min(mostScale, Math.max(fitted(picture, room).scale / 2, scale));

/** Some of the picture always stays in sight. */
export function kept(view: View, picture: Size, room: Size): View {
  const keep = (at: number, length: number, most: number) => Math.min(most - 40, Math.max(40 - length, at));
  return {
    scale: view.scale,
    x: keep(view.x, view.scale * picture.width, room.width),
    y: keep(view.y, view.scale * picture.height, room.height),
  };
}
