import { isRecord, membersOf } from '../../../../src/std/records.ts';

type Members = Readonly<Record<string, unknown>>;

/** A control of a layout while it is edited, with all members that it had. */
export interface Node {
  /** Of this editing. */
  readonly id: number;
  readonly type: string;
  readonly members: Members;
  /** Of a section its controls, of a table its columns; undefined: it holds none. */
  readonly children: readonly Node[] | undefined;
}

/** A layout while it is edited; `frame` is whatever else it had. */
export interface Outline {
  readonly frame: Members;
  readonly nodes: readonly Node[];
  readonly nextId: number;
}

const holds: Readonly<Record<string, string>> = { Panel: 'Children', Table: 'Columns' };

/** Reads the text of a layout; an unreadable one is empty. */
export function outlineOf(text: string): Outline {
  const frame = parsed(text);
  const counter = { next: 1 };
  const read = (list: unknown): Node[] =>
    (Array.isArray(list) ? list : []).flatMap((entry) => {
      const [pair] = isRecord(entry) ? Object.entries(entry) : [];
      if (pair === undefined || !isRecord(pair[1])) return [];
      const [type, all] = pair;
      const inner = holds[type];
      const { [inner ?? '']: below, ...members } = all;
      return [{ id: counter.next++, type, members: inner ? members : all, children: inner ? read(below) : undefined }];
    });
  const nodes = read(membersOf(frame.Form).Controls);
  return { frame, nodes, nextId: counter.next };
}

function parsed(text: string): Members {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The text of a layout as it is stored. */
export function textOf({ frame, nodes }: Outline): string {
  const write = ({ type, members, children }: Node): object => {
    const inner = holds[type];
    return { [type]: { ...members, ...(inner && children ? { [inner]: children.map(write) } : {}) } };
  };
  return JSON.stringify({ ...frame, Form: { ...membersOf(frame.Form), Controls: nodes.map(write) } });
}

/** A row of the outline as it is listed. */
export interface Line {
  readonly node: Node;
  readonly depth: number;
  readonly parent: Node | undefined;
}

export function linesOf(nodes: readonly Node[], depth = 0, parent?: Node): Line[] {
  return nodes.flatMap((node) => [{ node, depth, parent }, ...linesOf(node.children ?? [], depth + 1, node)]);
}

export const nodeOf = ({ nodes }: Outline, id: number | undefined): Node | undefined =>
  linesOf(nodes).find(({ node }) => node.id === id)?.node;

const isSection = ({ type }: Node): boolean => type === 'Panel';

/** Changes one node, wherever it is; undefined takes it away. */
function mapped(nodes: readonly Node[], id: number, change: (node: Node) => readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => {
    if (node.id === id) return change(node);
    return [node.children ? { ...node, children: mapped(node.children, id, change) } : node];
  });
}

export const changed = (outline: Outline, id: number, members: Members): Outline => ({
  ...outline,
  nodes: mapped(outline.nodes, id, (node) => [{ ...node, members }]),
});

export const without = (outline: Outline, id: number): Outline => ({
  ...outline,
  nodes: mapped(outline.nodes, id, () => []),
});

/** Puts a new control behind another one, into it where that is an open section or a table, or to the end. */
export function added(outline: Outline, type: string, members: Members, at: number | undefined): Outline {
  const node: Node = { id: outline.nextId, type, members, children: type in holds ? [] : undefined };
  const target = nodeOf(outline, at);
  const nodes =
    target === undefined
      ? [...outline.nodes, node]
      : mapped(outline.nodes, target.id, (one) =>
          one.children && (isSection(one) || isCell(type))
            ? [{ ...one, children: [...one.children, node] }]
            : [one, node],
        );
  return { ...outline, nodes, nextId: outline.nextId + 1 };
}

/** What a column of a table can be. */
const cells = new Set(['TextBox', 'NumberBox', 'CheckBox', 'DatePicker', 'ComboBox', 'MultiSelect']);
export const isCell = (type: string): boolean => cells.has(type);

/**
 * A control one place further up or down. Over the edge of a section it leaves it, and before a section it goes into
 * it, so that every place is reached by the same two steps; columns stay in their table.
 */
export function moved(outline: Outline, id: number, by: -1 | 1): Outline {
  const line = linesOf(outline.nodes).find(({ node }) => node.id === id);
  if (line === undefined) return outline;
  const { node, parent } = line;
  const siblings = parent?.children ?? outline.nodes;
  const at = siblings.findIndex((one) => one.id === id);
  const next = siblings[at + by];
  if (next === undefined) {
    if (parent === undefined || !isSection(parent)) return outline;
    const pair = (one: Node) => (by < 0 ? [node, one] : [one, node]);
    return { ...outline, nodes: mapped(without(outline, id).nodes, parent.id, pair) };
  }
  if (isSection(next) && !isSection(node)) return put(outline, node, next.id, by < 0 ? 'last' : 'first');
  return put(outline, node, next.id, by < 0 ? 'before' : 'after');
}

export type Place = 'before' | 'after' | 'first' | 'last';

/** A control at a place of another one; not into itself, and into no table. */
export function put(outline: Outline, node: Node, target: number, place: Place): Outline {
  const inside = linesOf(node.children ?? []).some((line) => line.node.id === target);
  const home = linesOf(outline.nodes).find((line) => line.node.id === target);
  const container = place === 'first' || place === 'last' ? home?.node : home?.parent;
  const isOwnTable = container?.type === 'Table' && container.children?.some((one) => one.id === node.id);
  if (node.id === target || inside || home === undefined) return outline;
  if (container && !isSection(container) && !isOwnTable) return outline;
  const rest = without(outline, node.id).nodes;
  const nodes = mapped(rest, target, (one) => {
    if (place === 'before') return [node, one];
    if (place === 'after') return [one, node];
    const children = one.children ?? [];
    return [{ ...one, children: place === 'first' ? [node, ...children] : [...children, node] }];
  });
  return { ...outline, nodes };
}
