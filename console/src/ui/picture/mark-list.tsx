import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Listed } from './listed.ts';
import classes from './mark-list.module.css';

const rowHeight = 32;

/** What is marked in a picture, as a list of which one is chosen by pointer or keys. */
export function MarkList(props: {
  readonly label: string;
  readonly items: readonly Listed[];
  readonly chosen: ReadonlySet<string>;
  /** `more`: beside what is chosen already. */
  readonly onChoose: (id: string, more: boolean) => void;
  /** Several may be chosen. */
  readonly several?: boolean;
}) {
  const { label, items, chosen, onChoose, several = false } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    overscan: 12,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
  });
  const at = items.findIndex(({ id }) => chosen.has(id));
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [at, rows]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: items.length - 1 }[event.key];
    const item = to === undefined ? undefined : items[to];
    if (!item) return;
    event.preventDefault();
    onChoose(item.id, false);
  };
  return (
    <div
      ref={scroll}
      className={classes.list}
      role="listbox"
      aria-label={label}
      aria-multiselectable={several}
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...(at >= 0 ? { 'aria-activedescendant': `marked-${items[at]?.id}` } : {})}
    >
      {items.length === 0 && (
        <Text size="sm" c="dimmed" p="sm" role="option" aria-selected={false} aria-disabled>
          Nothing that fits the filter
        </Text>
      )}
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys
              <div
                key={item.id}
                id={`marked-${item.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={chosen.has(item.id)}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className={classes.item}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
                {...(item.struck ? { 'data-struck': '' } : {})}
                {...(chosen.has(item.id) ? { 'data-chosen': '' } : {})}
                onClick={(event) => onChoose(item.id, several && (event.shiftKey || event.ctrlKey || event.metaKey))}
              >
                <span className={classes.swatch} style={{ background: item.colour }} aria-hidden />
                <span className={classes.what}>{item.title}</span>
                <span className={classes.note}>{item.note}</span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
