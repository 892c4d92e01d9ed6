import { Paper, Text } from '@mantine/core';
import { count } from '../../ui/format.ts';
import { cssColor, type LegendEntry } from '../../ui/stage/colours.ts';
import classes from '../../ui/stage/stage.module.css';

/** Which colour means what. */
export const LegendCard = ({
  title,
  entries,
}: {
  readonly title: string;
  readonly entries: readonly LegendEntry[];
}) => (
  <Paper component="section" className={classes.card} withBorder shadow="sm" aria-label={title}>
    <Text fw={600} size="sm" mb={4}>
      {title}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <ul className={classes.legend} tabIndex={0}>
      {entries.map(({ label, color, ids }) => (
        <li key={label}>
          <svg className={classes.swatch} viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" fill={cssColor(color)} />
          </svg>
          <span className={classes.what}>{label}</span>
          <span className={classes.count}>{count(ids.length)}</span>
        </li>
      ))}
    </ul>
  </Paper>
);
