import type { RefObject } from 'react';
import type { Picture } from '../../ui/picture/use-picture.ts';
import { type Size, toPicture } from '../../ui/picture/view.ts';
import { ZoomPicture } from '../../ui/picture/zoom-picture.tsx';
import { itemAt, paint } from './paint.ts';
import type { Box, Item, Point } from './prediction.ts';

/** `look`: choose and move; `symbol`: draw a box; `line`: from symbol to symbol; `cut`: part a line. */
export type Tool = 'look' | 'symbol' | 'line' | 'cut';

interface Props {
  readonly url: string;
  readonly size: Size;
  readonly items: readonly Item[];
  readonly chosen: ReadonlySet<string>;
  readonly tool: Tool;
  readonly picture: RefObject<Picture | null>;
  /** `more`: besides what is chosen already. */
  readonly onChoose: (item: Item | undefined, at: Point, more: boolean) => void;
  readonly onBox: (box: Box) => void;
}

/** The picture of a sheet with what was found on it. */
export const SheetPicture = ({ url, size, items, chosen, tool, picture, onChoose, onBox }: Props) => (
  <ZoomPicture
    {...{ url, size, picture }}
    label="The sheet with what was found on it. The list beside it says the same."
    paint={(draft) => (context, view, room) => paint(context, view, room, { items, chosen, draft })}
    first={items.find(({ id }) => chosen.has(id))?.box} // the address may name one
    aims={tool !== 'look'}
    onBox={tool === 'symbol' ? onBox : undefined}
    onClick={(at, { shiftKey, ctrlKey, metaKey }) => {
      const view = picture.current?.view.current;
      if (view) onChoose(itemAt(items, view, at), toPicture(view, at), shiftKey || ctrlKey || metaKey);
    }}
  />
);
