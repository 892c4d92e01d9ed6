import { useMemo, useRef, useState } from 'react';
import type { Picture } from '../../ui/picture/use-picture.ts';
import { doubtful } from './paint.ts';
import { byDoubt, type Item, itemsOf, type Kind } from './prediction.ts';
import type { Review } from './use-review.ts';

export interface Filter {
  readonly kind: Kind | 'all';
  readonly modelClass: string | null;
  readonly only: 'all' | 'doubts' | 'pending' | 'approved' | 'deleted';
  readonly find: string;
}

const atFirst: Filter = { kind: 'symbol', modelClass: null, only: 'all', find: '' };

const fits = (item: Item, { kind, modelClass, only, find }: Filter): boolean =>
  (kind === 'all' || item.kind === kind) &&
  (modelClass === null || item.modelClass === modelClass) &&
  (only === 'all' ||
    (only === 'doubts' ? item.status === 'pending' && item.confidence < doubtful : item.status === only)) &&
  (find === '' || `${item.label} ${item.modelClass}`.toLowerCase().includes(find.toLowerCase()));

/** What of a sheet is listed, and what of it is chosen; `first` from the beginning on. */
export function useSelection({ sheet, opened }: Pick<Review, 'sheet' | 'opened'>, first: string | undefined) {
  const [filter, setFilter] = useState(atFirst);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(first ? [first] : []));
  const picture = useRef<Picture>(null);
  const items = useMemo(() => itemsOf(sheet), [sheet]);
  // the order of the list stays while one goes through it; what people add comes first
  const order = useMemo(
    () =>
      new Map(
        itemsOf(opened)
          .sort(byDoubt)
          .map(({ id }, n) => [id, n]),
      ),
    [opened],
  );
  const listed = useMemo(() => {
    const place = ({ id }: Item) => order.get(id) ?? -1;
    return items.filter((item) => fits(item, filter)).sort((a, b) => place(a) - place(b));
  }, [items, filter, order]);
  const selected = useMemo(() => items.filter(({ id }) => chosen.has(id)), [items, chosen]);
  const choose = (item: Item | undefined, more = false) => {
    const ids = new Set(item && more ? chosen : []);
    if (item && more && ids.has(item.id)) ids.delete(item.id);
    else if (item) ids.add(item.id);
    setChosen(ids);
  };
  const open = (item: Item | undefined) => {
    choose(item);
    if (item) picture.current?.goTo(item.box);
  };
  const next = (by: 1 | -1) => {
    const at = listed.findIndex(({ id }) => chosen.has(id));
    open(listed[Math.min(listed.length - 1, Math.max(0, at + by))]);
  };
  return { items, listed, selected, chosen, setChosen, filter, setFilter, picture, choose, open, next };
}
export type Selection = ReturnType<typeof useSelection>;
