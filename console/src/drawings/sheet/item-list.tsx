import { useMemo } from 'react';
import type { Listed } from '../../ui/picture/listed.ts';
import { MarkList } from '../../ui/picture/mark-list.tsx';
import { symbolName } from '../../ui/tags.ts';
import { colourOf } from './paint.ts';
import type { Item } from './prediction.ts';

/** What is found is said in words: what it is, its tag, how sure that is, and what people said of it. */
export const nameOf = ({ kind, modelClass, label }: Item): string => {
  if (kind === 'text') return `“${label}”`;
  return label ? `${label} · ${symbolName(modelClass)}` : symbolName(modelClass);
};

const stateWords = { pending: '', approved: 'approved', deleted: 'deleted' } as const;

const listed = (item: Item): Listed => ({
  id: item.id,
  colour: colourOf(item),
  title: nameOf(item),
  note: stateWords[item.status] || `${Math.round(item.confidence * 100)} %`,
  struck: item.status === 'deleted',
});

/** Everything that fits the filter, as a list of which some are chosen by pointer or keys. */
export function ItemList(props: {
  readonly items: readonly Item[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (item: Item, more: boolean) => void;
}) {
  const { items, chosen } = props;
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const onChoose = (id: string, more: boolean) => {
    const item = byId.get(id);
    if (item) props.onChoose(item, more);
  };
  const marks = useMemo(() => items.map(listed), [items]);
  return <MarkList several label="Found on this sheet" items={marks} chosen={chosen} onChoose={onChoose} />;
}
