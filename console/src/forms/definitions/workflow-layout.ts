import type { Workflow } from '../../ui/forms/types.ts';

type Drawn = Pick<Workflow, 'startStates' | 'states' | 'transitions'>;

export interface Box {
  readonly name: string;
  readonly color: string | null;
  readonly isStart: boolean;
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
}

export interface Arrow {
  readonly label: string;
  readonly path: string;
  readonly x: number;
  readonly y: number;
}

export interface Graph {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  readonly width: number;
  readonly height: number;
}

export const boxWidth = 120;
export const boxHeight = 34;
const across = 200;
const down = 96;
const edge = 16;

/** A workflow as a picture: a state stands as far to the right as it is steps away from a start. */
export function graphOf(workflow: Drawn): Graph {
  const levels = levelsOf(workflow);
  const rows = new Map<number, number>();
  const boxes = workflow.states.map(({ name, color }): Box => {
    const level = levels.get(name) ?? 0;
    const row = rows.get(level) ?? 0;
    rows.set(level, row + 1);
    const x = edge + boxWidth / 2 + level * across;
    return { name, color, isStart: workflow.startStates.includes(name), x, y: 60 + row * down };
  });
  const at = new Map(boxes.map((box) => [box.name, box]));
  const used = new Map<string, number>();
  const arrows = workflow.transitions.flatMap(({ displayName, start, end }) => {
    const [from, to] = [at.get(start), at.get(end)];
    if (!from || !to) return [];
    const key = [start, end].sort().join(' ');
    const nth = used.get(key) ?? 0;
    used.set(key, nth + 1);
    return [arrowOf(displayName, from, to, nth)];
  });
  return {
    boxes,
    arrows,
    width: Math.max(...boxes.map(({ x }) => x), 0) + boxWidth / 2 + edge,
    height: Math.max(...boxes.map(({ y }) => y), 0) + 70,
  };
}

function levelsOf({ startStates, states, transitions }: Drawn): Map<string, number> {
  const levels = new Map(startStates.map((name) => [name, 0]));
  const queue = [...startStates];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    for (const { start, end } of transitions) {
      if (start !== name || levels.has(end)) continue;
      levels.set(end, (levels.get(name) ?? 0) + 1);
      queue.push(end);
    }
  }
  const last = Math.max(0, ...levels.values());
  for (const { name } of states) if (!levels.has(name)) levels.set(name, last + 1);
  return levels;
}

/** To the right it bends over the boxes, to the left under them. */
function arrowOf(label: string, from: Box, to: Box, nth: number): Arrow {
  const forward = to.x > from.x ? -1 : 1;
  const same = to.x === from.x;
  const bend = forward * (34 + 20 * nth) * (Math.abs(to.x - from.x) > across ? 1.5 : 1);
  const [x1, y1] = [from.x, from.y + (forward * boxHeight) / 2];
  const [x2, y2] = [to.x, to.y + (forward * boxHeight) / 2];
  const [x, y] = [(x1 + x2) / 2 + (same ? across / 2 : 0), (y1 + y2) / 2 + bend];
  return { label, path: `M${x1} ${y1} Q${x} ${y + bend / 2} ${x2} ${y2}`, x, y: y + (forward < 0 ? 6 : 2) };
}
