import { SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { count, plural } from '../../ui/format.ts';
import { More } from '../../ui/more.tsx';
import { className } from '../../ui/stage/elements.ts';
import stageClasses from '../../ui/stage/stage.module.css';
import { heightsByName } from '../../ui/stage/storeys.ts';
import { figure } from '../text.ts';
import { type Bar, barsOf, type Grouping, groupings } from './bars.ts';
import type { Bench } from './content.ts';
import type { ResultFile } from './figures.ts';
import classes from './result.module.css';
import { useResultAddress } from './use-address.ts';

const names: Readonly<Record<Grouping, string>> = {
  module: 'Module',
  material: 'Material',
  class: 'Class',
  storey: 'Storey',
};
const step = 50;

/** The sums as bars; a click on one chooses its elements in the picture. */
export function SumsPanel({ result, bench }: { readonly result: ResultFile; readonly bench: Bench | undefined }) {
  const { by, bar, change } = useResultAddress();
  const [most, setMost] = useState(step);
  const elements = bench?.scene.elements;
  const heights = useMemo(() => elements && heightsByName(elements), [elements]);
  const bars = barsOf(result, by, heights);
  const widest = Math.max(...bars.map(({ value }) => Math.abs(value ?? 0)), 1e-12);
  const picked = bench?.scene.picked;
  return (
    <section className={`${stageClasses.scroll} ${stageClasses.pad}`} aria-label="Sums">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Sums by"
        data={groupings.map((value) => ({ value, label: names[value] }))}
        value={by}
        onChange={(value) => change({ by: value === 'module' ? undefined : value, bar: undefined })}
      />
      <Text size="xs" c="dimmed" my={6} role="status">
        {picked
          ? `${plural(picked.size, 'element')} chosen`
          : `kg CO₂e${by === 'module' ? '' : ', embodied'}. ${bench ? 'Choose a bar to see its elements.' : ''}`}
      </Text>
      <ul className={classes.bars}>
        {bars.slice(0, most).map((one) => (
          <li key={one.key}>
            <OneBar
              bar={one}
              label={by === 'class' ? className(one.label) : one.label}
              share={Math.abs(one.value ?? 0) / widest}
              pressed={bar === one.key}
              disabled={bench === undefined || one.value === null}
              onClick={() => change({ bar: bar === one.key ? undefined : one.key })}
            />
          </li>
        ))}
      </ul>
      <More
        query={{
          hasNextPage: bars.length > most,
          isFetchingNextPage: false,
          fetchNextPage: () => setMost(most + step),
        }}
        shown={Math.min(most, bars.length)}
        of="sum"
        many="sums"
      />
    </section>
  );
}

const OneBar = (props: {
  readonly bar: Bar;
  readonly label: string;
  readonly share: number;
  readonly pressed: boolean;
  readonly disabled: boolean;
  readonly onClick: () => void;
}) => {
  const { value, missing } = props.bar;
  return (
    <UnstyledButton
      className={classes.bar}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      title={missing ? `Not known, or not whole, of ${count(missing)} rows` : undefined}
      onClick={props.onClick}
    >
      <span className={classes.line}>
        <span className={classes.name}>{props.label}</span>
        <span>
          {value === null ? '–' : figure(value)}
          {missing && value !== null ? '*' : ''}
        </span>
      </span>
      <svg className={classes.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect
          className={value !== null && value < 0 ? classes.less : classes.more}
          width={Math.max(value === null || value === 0 ? 0 : 0.5, 100 * props.share)}
          height="1"
        />
      </svg>
    </UnstyledButton>
  );
};
