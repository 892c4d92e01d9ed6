import { Group, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './card-list.module.css';
import { ListFoot } from './list-foot.tsx';
import { useWholeList, wholly } from './whole-list.ts';

const cardsAtOnce = 50;

/** A list of cards, some at once, in an order that one chooses. */
export function SortedCards<T>(props: {
  readonly items: readonly T[];
  /** By name; the first one is that of the beginning. Always the same ones. */
  readonly orders: Readonly<Record<string, (a: T, b: T) => number>>;
  readonly card: (one: T) => ReactNode;
  /** The words for one and for several of them. */
  readonly of: string;
  readonly many: string;
}) {
  const { items, orders } = props;
  const names = Object.keys(orders);
  const [by, setBy] = useState(names[0] ?? '');
  const list = useWholeList<T, string>(wholly(items), orders, cardsAtOnce, { by, down: false });
  return (
    <>
      {items.length > 1 && (
        <Group justify="flex-end" mb="xs">
          <Select
            size="xs"
            w={190}
            aria-label={`Order of the ${props.many}`}
            allowDeselect={false}
            data={names.map((name) => ({ value: name, label: `By ${name.toLowerCase()}` }))}
            value={by}
            onChange={(name) => name && setBy(name)}
          />
        </Group>
      )}
      <ul className={classes.list}>{list.shown.map(props.card)}</ul>
      <ListFoot list={list} of={props.of} many={props.many} />
    </>
  );
}
