import { Text } from '@mantine/core';
import { createContext, isValidElement, type ReactElement, useContext } from 'react';
import classes from './stage.module.css';
import { isPlaceholder } from './value-text.ts';

/** Which values are shown. */
export interface Filter {
  readonly text: string;
  /** Also those that say nothing. */
  readonly empty: boolean;
}

const FilterContext = createContext<Filter>({ text: '', empty: false });
export const Filtered = FilterContext.Provider;

/** A name with what is known: a text, or what is shown of it. */
export type Value = readonly [name: string, value: string | ReactElement | null | undefined];

/** Values under a title; one that holds nothing of what is looked for is left out. */
export function Section(props: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly closed?: boolean;
  readonly values: readonly Value[];
}) {
  const { title, note, values } = props;
  const { text, empty } = useContext(FilterContext);
  const find = text.trim().toLowerCase();
  const inTitle = title.toLowerCase().includes(find);
  const given = values.filter(
    ([name, value]) =>
      isElement(value) || (empty ? value !== null && value !== undefined : !isPlaceholder(name, value ?? '')),
  );
  const shown = given.filter(
    ([name, value]) =>
      inTitle || [name, isElement(value) ? '' : value].some((one) => one?.toLowerCase().includes(find)),
  );
  if (find !== '' && shown.length === 0) return null;
  return (
    <details className={classes.group} open={!props.closed || find !== ''}>
      <summary>
        {title}
        {note && (
          <Text span size="xs" c="dimmed">
            {' '}
            {note}
          </Text>
        )}
      </summary>
      <div>
        {shown.length === 0 ? (
          <Text size="xs" c="dimmed">
            Nothing is given.
          </Text>
        ) : (
          <dl className={classes.values}>
            {shown.map(([name, value], n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may come twice, and never change their order
              <div key={n}>
                <dt>{name}</dt>
                <dd>{value || '–'}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </details>
  );
}

const isElement = (value: Value[1]): value is ReactElement => isValidElement(value);
