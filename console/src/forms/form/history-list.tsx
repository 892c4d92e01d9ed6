import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Layout } from '../../../../src/areas/forms/layout/controls.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Time } from '../../ui/time.tsx';
import { auditQuery } from '../queries.ts';
import classes from './form.module.css';
import { deedsOf } from './history.ts';

/** Who did what to the form, the newest first. */
export function HistoryList({ formId, layout }: { readonly formId: string; readonly layout: Layout }) {
  const labels = new Map([...layout.byKey].map(([key, { label }]) => [key, label]));
  return (
    <Loaded query={useQuery(auditQuery(formId))} lines={3}>
      {(entries) => (
        <ol className={classes.notes} aria-label="History">
          {deedsOf(entries, labels).map(({ id, by, at, lines }) => (
            <li key={id}>
              <Text size="xs" c="dimmed">
                {by || 'Somebody who is no more here'}, <Time iso={at} />
              </Text>
              {lines.map((line) => (
                <Text key={line} size="sm" className={classes.wrap}>
                  {line}
                </Text>
              ))}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
