import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import classes from './definitions.module.css';
import { kindName, labelOf } from './kinds.ts';
import { type Line, linesOf, moved, nodeOf, type Outline, type Place, put, without } from './outline.ts';

interface OutlineProps {
  readonly outline: Outline;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number | undefined) => void;
  readonly onChange: (outline: Outline) => void;
}

/** The controls of a layout as a list: Alt with the arrow keys moves one, or the mouse does. */
export function OutlineList({ outline, chosen, onChoose, onChange }: OutlineProps) {
  const buttons = useRef(new Map<number, HTMLButtonElement>());
  const [focus, setFocus] = useState<number>();
  const [said, say] = useState('');
  const [over, setOver] = useState<{ readonly id: number; readonly place: Place }>();
  const dragged = useRef<number>(undefined);
  useEffect(() => {
    if (focus !== undefined) buttons.current.get(focus)?.focus();
    setFocus(undefined);
  }, [focus]);
  const move = (id: number, by: -1 | 1) => {
    const next = moved(outline, id, by);
    const lines = linesOf(next.nodes);
    const at = lines.findIndex(({ node }) => node.id === id);
    const line = lines[at];
    if (line) say(`${labelOf(line.node)} is at place ${at + 1}${line.parent ? `, in ${labelOf(line.parent)}` : ''}.`);
    onChange(next);
    setFocus(id);
  };
  const drop = (id: number, place: Place) => {
    const node = nodeOf(outline, dragged.current);
    setOver(undefined);
    if (node) onChange(put(outline, node, id, place));
  };
  return (
    <>
      <ul className={classes.outline} aria-label="Controls of the form">
        {linesOf(outline.nodes).map((line) => (
          <Row
            key={line.node.id}
            line={line}
            isChosen={line.node.id === chosen}
            over={over?.id === line.node.id ? over.place : undefined}
            refer={(button) => {
              if (button) buttons.current.set(line.node.id, button);
              return () => void buttons.current.delete(line.node.id);
            }}
            onChoose={() => onChoose(line.node.id)}
            onMove={(by) => move(line.node.id, by)}
            onRemove={() => {
              onChange(without(outline, line.node.id));
              if (chosen === line.node.id) onChoose(undefined);
            }}
            onDrag={() => {
              dragged.current = line.node.id;
            }}
            onOver={(place) => setOver({ id: line.node.id, place })}
            onDrop={(place) => drop(line.node.id, place)}
          />
        ))}
      </ul>
      <div role="status" className={classes.said}>
        {said}
      </div>
    </>
  );
}

interface RowProps {
  readonly line: Line;
  readonly isChosen: boolean;
  readonly over: Place | undefined;
  readonly refer: (button: HTMLButtonElement | null) => () => void;
  readonly onChoose: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onDrag: () => void;
  readonly onOver: (place: Place) => void;
  readonly onDrop: (place: Place) => void;
}

function Row({ line, isChosen, over, ...props }: RowProps) {
  const { node, depth } = line;
  const label = labelOf(node);
  const placeOf = (event: DragEvent<HTMLLIElement>): Place => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    if (node.type === 'Panel' && share > 0.3) return 'first';
    return share < 0.5 ? 'before' : 'after';
  };
  return (
    <li
      className={classes.line}
      data-chosen={isChosen || undefined}
      data-over={over}
      style={{ paddingLeft: `${0.3 + 1.1 * depth}rem` }}
      draggable
      onDragStart={props.onDrag}
      onDragOver={(event) => {
        event.preventDefault();
        props.onOver(placeOf(event));
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop(placeOf(event));
      }}
    >
      <IconGripVertical size={14} aria-hidden className={classes.grip} />
      <UnstyledButton
        ref={props.refer}
        className={classes.name}
        aria-pressed={isChosen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={props.onChoose}
        onKeyDown={(event) => {
          if (event.key === 'Delete') props.onRemove();
          if (!event.altKey || !/^Arrow(Up|Down)$/.test(event.key)) return;
          event.preventDefault();
          props.onMove(event.key === 'ArrowUp' ? -1 : 1);
        }}
      >
        <Text size="sm" span truncate>
          {label}
        </Text>{' '}
        <Text size="xs" c="dimmed" span>
          {kindName(node.type)}
        </Text>
      </UnstyledButton>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={`Move ${label} up`}
        onClick={() => props.onMove(-1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={`Move ${label} down`}
        onClick={() => props.onMove(1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={props.onRemove}>
        <IconTrash size={14} />
      </ActionIcon>
    </li>
  );
}
