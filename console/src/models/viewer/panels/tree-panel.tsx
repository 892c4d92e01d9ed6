import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { ElementInfo, Elements } from '../../../ui/stage/elements.ts';
import classes from '../../../ui/stage/stage.module.css';
import type { ShownControl } from '../../../ui/stage/use-shown.ts';
import { firstOpen, pathTo, rowsOf, type TreeNode, type TreeRow, treeOf } from '../tree.ts';
import { foundIn, Hits, Shapes } from './hits.tsx';
import { isAnyShown, Row, rowId } from './tree-row.tsx';
import { useRows } from './use-rows.ts';

interface TreeProps {
  readonly elements: Elements;
  readonly chosen: string | undefined;
  readonly control: ShownControl;
  readonly onChoose: (element: ElementInfo) => void;
}

/** What the model is made of: places with their elements, and a search over all of them. */
export function TreePanel(props: TreeProps) {
  const [text, setText] = useState('');
  const [find] = useDebouncedValue(text.trim().toLowerCase(), 150);
  const found = useMemo(() => (find ? foundIn(props.elements, find) : undefined), [props.elements, find]);
  return (
    <div className={classes.panel}>
      <div className={classes.pad}>
        <TextInput
          size="xs"
          type="search"
          aria-label="Search elements"
          placeholder="Name, class or GlobalId"
          leftSection={<IconSearch size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {found ? <Hits found={found} control={props.control} /> : <Shapes elements={props.elements} />}
      </div>
      {found ? (
        <Rows {...props} nodes={found} label="Found elements" height={hitHeight} key="found" />
      ) : (
        <Structure {...props} />
      )}
    </div>
  );
}

function Structure(props: TreeProps) {
  const nodes = useMemo(() => treeOf(props.elements), [props.elements]);
  return <Rows {...props} nodes={nodes} label="Structure of the model" height={rowHeight} />;
}

const rowHeight = 28;
const hitHeight = 42;

/** Which nodes are open, which one the keys are at, and what they do. */
function useTree({ nodes, chosen, control, onChoose }: RowsProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(firstOpen(nodes)));
  const [active, setActive] = useState<string>();
  const rows = useMemo(() => rowsOf(nodes, open), [nodes, open]);
  const at = rows.findIndex(({ node }) => node.key === active);

  // What was picked in the picture is opened and scrolled to.
  useEffect(() => {
    const path = chosen === undefined ? undefined : pathTo(nodes, chosen);
    if (!path) return;
    setOpen((before) => new Set([...before, ...path]));
    setActive(chosen);
  }, [nodes, chosen]);

  const toggle = (key: string, to: boolean) =>
    setOpen((before) => {
      const next = new Set(before);
      if (to) next.add(key);
      else next.delete(key);
      return next;
    });
  const act = ({ node, open: isOpen }: TreeRow) => {
    setActive(node.key);
    if (node.element && node.kind === 'element') onChoose(node.element);
    else toggle(node.key, !isOpen);
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[Math.max(0, at)];
    const move = keyMoves(event.key, rows, Math.max(0, at));
    if (!row) return;
    if (move !== undefined) setActive(rows[move]?.node.key);
    else if (event.key === 'ArrowRight' && row.node.children.length > 0 && !row.open) toggle(row.node.key, true);
    else if (event.key === 'ArrowLeft' && row.open) toggle(row.node.key, false);
    else if (event.key === 'Enter') act(row);
    else if (event.key === ' ') control.hide(row.node.drawn, isAnyShown(control, row.node));
    else return;
    event.preventDefault();
  };
  const onFocus = () => active === undefined && setActive(rows[0]?.node.key);
  return { rows, at, act, onKey, onFocus };
}

type RowsProps = TreeProps & {
  readonly nodes: readonly TreeNode[];
  readonly label: string;
  /** Of a row, pixels. */
  readonly height: number;
};

function Rows(props: RowsProps) {
  const { chosen, control } = props;
  const { rows, at, act, onKey, onFocus } = useTree(props);
  const list = useRows(rows.length, props.height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list does not change with what is in it
  useEffect(() => {
    if (at >= 0) list.scrollTo(at);
  }, [at]);
  const activeRow = rows[at];
  return (
    <div
      ref={list.scroller}
      className={`${classes.scroll} ${classes.tree}`}
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={activeRow && list.isRendered(at) ? rowId(activeRow.node.key) : undefined}
      onKeyDown={onKey}
      onFocus={onFocus}
    >
      <div role="none" style={{ height: list.height, position: 'relative' }}>
        {list.items.map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <Row
                key={row.node.key}
                row={row}
                start={start}
                height={props.height}
                active={index === at}
                chosen={row.node.key === chosen}
                control={control}
                onAct={() => act(row)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Where a key leads in the list; undefined when it does not move. */
function keyMoves(key: string, rows: readonly TreeRow[], at: number): number | undefined {
  const row = rows[at];
  if (key === 'ArrowDown') return Math.min(rows.length - 1, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return rows.length - 1;
  if (key === 'ArrowRight' && row?.open) return at + 1;
  if (key === 'ArrowLeft' && row && !row.open) {
    const parent = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
    return parent < 0 ? undefined : parent;
  }
  return undefined;
}
