import { Text } from '@mantine/core';
import { type ElementInfo, nameOf } from '../../../ui/stage/elements.ts';
import { metres } from '../../../ui/stage/measure/values.ts';
import classes from '../../../ui/stage/stage.module.css';
import { textOf } from '../../../ui/stage/value-text.ts';
import type { Change, Move } from './changes.ts';

/** What differs, in words. */
export const aspectsOf = ({ aspects }: Change, moved: Move | undefined): string =>
  aspects
    .map((one) => (one === 'moved' && moved !== undefined ? `moved by ${metres(moved.distance)}` : one))
    .join(', ');

const axes = ['X', 'Y', 'Z'] as const;

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${metres(Math.abs(value))}`;

/** The values of an element before and after. */
export function Differences(props: {
  readonly change: Change;
  readonly element: ElementInfo | undefined;
  readonly moved: Move | undefined;
}) {
  const { change, element, moved } = props;
  const name = element ? nameOf(element) : change.globalId;
  return (
    <section className={classes.differences} aria-label={`What differs of ${name}`}>
      {moved && (
        <Text size="xs" className={classes.pad}>
          Moved by {metres(moved.distance)}: {moved.by.map((by, axis) => `${axes[axis]} ${signed(by)}`).join(', ')}
        </Text>
      )}
      {change.differences.length === 0 ? (
        <Text size="xs" c="dimmed" className={classes.pad}>
          {change.kind === 'Modified'
            ? `No value differs: ${aspectsOf(change, props.moved)}.`
            : `${name} is only in the ${change.kind === 'Added' ? 'newer' : 'older'} version.`}
        </Text>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Property</th>
              <th>Before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            {change.differences.map(({ property, before, after }) => (
              <tr key={property}>
                <td>{property}</td>
                <td>{textOf(before) || '–'}</td>
                <td>{textOf(after) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
