import { Paper, Text } from '@mantine/core';
import { count } from '../../format.ts';
import { cssColor } from '../colours.ts';
import { classColor, className } from '../scene/cloud/classes.ts';
import { rampStops } from '../scene/cloud/ramp.ts';
import { type CloudContents, type CloudStyle, colouringOf } from '../scene/cloud/style.ts';
import classes from '../stage.module.css';

/** What the colours of points mean; nothing where they are their own. */
export function CloudLegend({ style, contents }: { readonly style: CloudStyle; readonly contents: CloudContents }) {
  const colouring = colouringOf(style, contents);
  if (contents.drawn === 0 || colouring === 'rgb') return null;
  if (colouring === 'class') return <ClassLegend style={style} contents={contents} />;
  const [low, high] = contents[colouring];
  const text = (value: number) => (colouring === 'height' ? `${value.toFixed(1)} m` : count(Math.round(value)));
  return (
    <Paper component="section" className={classes.card} withBorder shadow="sm" aria-label="Legend" miw={190}>
      <Text fw={600} size="sm" mb={4}>
        {colouring === 'height' ? 'Height' : 'Intensity'}
      </Text>
      <svg className={classes.ramp} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id="ramp">
            {rampStops.map((color, n) => (
              <stop key={color} offset={n / (rampStops.length - 1)} stopColor={color} />
            ))}
          </linearGradient>
        </defs>
        <rect width="100" height="1" fill="url(#ramp)" />
      </svg>
      <div className={classes.ends}>
        <span>{text(low)}</span>
        <span>{text(high)}</span>
      </div>
    </Paper>
  );
}

function ClassLegend({ style, contents }: { readonly style: CloudStyle; readonly contents: CloudContents }) {
  const numbers = [...contents.counts.keys()].filter((one) => !style.hidden.includes(one)).toSorted((a, b) => a - b);
  return (
    <Paper component="section" className={classes.card} withBorder shadow="sm" aria-label="Legend">
      <Text fw={600} size="sm" mb={4}>
        Classes
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className={classes.legend} tabIndex={0}>
        {numbers.map((number) => (
          <li key={number}>
            <svg className={classes.swatch} viewBox="0 0 1 1" aria-hidden="true">
              <rect width="1" height="1" fill={cssColor(classColor(number))} />
            </svg>
            <span className={classes.what}>{className(number)}</span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
