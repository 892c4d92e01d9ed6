import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconEye, IconEyeOff, IconFocus2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { count } from '../../../ui/format.ts';
import { isShown } from '../../../ui/stage/looks-of.ts';
import classes from '../../../ui/stage/stage.module.css';
import type { ShownControl } from '../../../ui/stage/use-shown.ts';
import type { TreeNode, TreeRow } from '../tree.ts';

export const rowId = (key: string): string => `tree-${key}`;
export const isAnyShown = ({ shown }: ShownControl, { drawn }: TreeNode): boolean =>
  drawn.some((id) => isShown(shown, id));

/** A node of the structure, or a hit of the search. */
export function Row(props: {
  readonly row: TreeRow;
  readonly start: number;
  readonly height: number;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly control: ShownControl;
  readonly onAct: () => void;
}) {
  const { control } = props;
  const { node, level, open, place, siblings } = props.row;
  const shown = isAnyShown(control, node);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const isElement = node.kind === 'element';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      id={rowId(node.key)}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={props.chosen}
      {...(node.children.length > 0 ? { 'aria-expanded': open } : {})}
      className={classes.row}
      data-active={props.active || undefined}
      data-chosen={props.chosen || undefined}
      data-hidden={(node.drawn.length > 0 && !shown) || undefined}
      style={{ height: props.height, transform: `translateY(${props.start}px)`, paddingLeft: 6 + (level - 1) * 14 }}
      onClick={props.onAct}
    >
      <span className={classes.chevron}>{node.children.length > 0 && <Chevron size={14} />}</span>
      <Label node={node} />
      {!isElement && node.drawn.length > 0 && <span className={classes.count}>{count(node.drawn.length)}</span>}
      {node.drawn.length > 0 && (
        <>
          <Act label={`Show only ${node.label}`} onClick={() => control.isolate(node.drawn)}>
            <IconFocus2 size={14} />
          </Act>
          <Act
            label={shown ? `Hide ${node.label}` : `Show ${node.label}`}
            onClick={() => control.hide(node.drawn, shown)}
          >
            {shown ? <IconEye size={14} /> : <IconEyeOff size={14} />}
          </Act>
        </>
      )}
    </div>
  );
}

/** Programs put what tells elements apart at the end of the name, so that is not cut off. */
const numbered = /^(.+)(:\w{1,10})$/;

function Label({ node: { label, detail } }: { readonly node: TreeNode }) {
  const [, head = label, tail] = numbered.exec(label) ?? [];
  const name = (
    <>
      <span className={classes.rowLabel}>{head}</span>
      {tail && (
        <span className={classes.rowLabel} data-tail>
          {tail}
        </span>
      )}
    </>
  );
  return (
    <span className={classes.found} title={label}>
      <span className={classes.rowName}>{name}</span>
      {detail && <span className={classes.rowDetail}>{detail}</span>}
    </span>
  );
}

const Act = (props: { readonly label: string; readonly onClick: () => void; readonly children: ReactNode }) => (
  <Tooltip label={props.label} openDelay={600}>
    <ActionIcon
      size={22}
      variant="subtle"
      color="gray"
      tabIndex={-1}
      aria-label={props.label}
      onClick={(event) => {
        event.stopPropagation();
        props.onClick();
      }}
    >
      {props.children}
    </ActionIcon>
  </Tooltip>
);
