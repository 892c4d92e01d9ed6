import { Select } from '@mantine/core';
import { LeastSure } from '../least-sure.tsx';
import type { Shape } from './shapes.ts';
import classes from './space.module.css';

/** What of it is shown. */
export function ShapeFilter(props: {
  readonly shapes: readonly Shape[];
  readonly least: number;
  readonly label: string | null;
  readonly onLeast: (least: number) => void;
  readonly onLabel: (label: string | null) => void;
}) {
  const labels = [...new Set(props.shapes.map(({ feature }) => feature.label))].sort();
  const isSure = props.shapes.some(({ feature }) => feature.confidence < 1);
  return (
    <div className={classes.note}>
      {isSure && <LeastSure value={props.least} onChange={props.onLeast} />}
      <Select
        size="xs"
        aria-label="What"
        placeholder="Every kind"
        clearable
        data={labels}
        value={props.label}
        onChange={props.onLabel}
      />
    </div>
  );
}
