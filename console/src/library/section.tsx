import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './library.module.css';

/** A part of the page with its heading. */
export const Section = (props: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section className={classes.section} aria-label={props.title}>
    <Group justify="space-between" mb={6}>
      <Text component="h2" fw={600} size="md">
        {props.title}
      </Text>
      {props.actions && <Group gap="xs">{props.actions}</Group>}
    </Group>
    {props.children}
  </section>
);
