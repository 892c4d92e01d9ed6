import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { workflowQuery } from '../../ui/forms/queries.ts';
import { StateDot } from '../../ui/forms/status-badge.tsx';
import type { Workflow } from '../../ui/forms/types.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './definitions.module.css';
import { boxHeight, boxWidth, graphOf } from './workflow-layout.ts';

const notes = { None: '', Optional: ', with a note if you like', Required: ', with a note' } as const;

/** How forms of a type go from status to status, as a picture and in words. */
export function WorkflowCard(props: {
  readonly twinId: string;
  readonly type: string;
  readonly discipline: string | undefined;
}) {
  const query = useQuery(workflowQuery(props.twinId, props.type, props.discipline));
  return (
    <Loaded query={query} lines={2}>
      {(workflow) =>
        workflow === null ? (
          <Text size="sm" c="dimmed">
            There is none: forms of the kind {props.type} go between Open, Closed and Draft as people like.
          </Text>
        ) : (
          <>
            <WorkflowPicture workflow={workflow} />
            <WorkflowInWords workflow={workflow} />
          </>
        )
      }
    </Loaded>
  );
}

type Drawn = Pick<Workflow, 'startStates' | 'states' | 'transitions'>;

/** Statuses as boxes, steps as arrows. */
export function WorkflowPicture({ workflow }: { readonly workflow: Drawn }) {
  const { boxes, arrows, width, height } = graphOf(workflow);
  return (
    <svg className={classes.graph} viewBox={`0 0 ${width} ${height}`} role="img" aria-label="The steps as a picture">
      <defs>
        <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 10 5 0 10z" />
        </marker>
      </defs>
      {arrows.map(({ label, path, x, y }) => (
        <g key={`${label} ${path}`}>
          <path d={path} markerEnd="url(#arrow)" />
          <text x={x} y={y} fontSize="11">
            {label}
          </text>
        </g>
      ))}
      {boxes.map(({ name, color, isStart, x, y }) => (
        <g key={name}>
          <rect
            x={x - boxWidth / 2}
            y={y - boxHeight / 2}
            width={boxWidth}
            height={boxHeight}
            rx="7"
            strokeWidth={isStart ? 2.5 : 1}
          />
          <circle
            cx={x - boxWidth / 2 + 14}
            cy={y}
            r="5"
            fill={color ?? 'none'}
            stroke="currentColor"
            strokeWidth="0.5"
          />
          <text x={x + 7} y={y + 4}>
            {name.length > 15 ? `${name.slice(0, 14)}…` : name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The same in words. */
export const WorkflowInWords = ({ workflow }: { readonly workflow: Drawn }) => (
  <List size="sm" spacing={2}>
    {workflow.states.map(({ name, color, stateCategory }) => (
      <List.Item key={name}>
        <StateDot color={color} /> <b>{name}</b>
        {workflow.startStates.includes(name) ? ', where forms begin' : ''}
        {stateCategory === 'Closed' ? ', which closes them' : ''}
        {workflow.transitions.some(({ start }) => start === name) ? ': ' : ''}
        {workflow.transitions
          .filter(({ start }) => start === name)
          .map(({ displayName, end, notes: note }) => `${displayName} leads to ${end}${notes[note]}`)
          .join('; ')}
      </List.Item>
    ))}
  </List>
);
