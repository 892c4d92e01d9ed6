import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Layout } from '../../../../src/areas/forms/layout/controls.ts';
import { assignablesQuery } from '../../ui/forms/people.ts';
import { type Draft, faultsOf, settled } from '../draft.ts';
import { Fields } from '../fields/fields.tsx';
import type { FieldKit } from '../fields/kit.ts';

/** The form as people will fill it in; what is filled in here goes nowhere. */
export function Preview(props: { readonly layout: Layout; readonly twinId: string; readonly definitionId: string }) {
  const { layout, twinId, definitionId } = props;
  const people = useQuery(assignablesQuery(twinId)).data ?? [];
  const [given, setGiven] = useState<Draft>({});
  const { draft, leftOut } = settled(given, layout);
  const kit: FieldKit = {
    twinId,
    definitionId,
    draft,
    leftOut,
    people,
    faults: faultsOf(draft, layout),
    all: layout.all,
    fixed: () => undefined,
    set: (target, value) => setGiven((before) => ({ ...before, [target]: value })),
    pictures: ({ label }) => (
      <Text size="sm">
        {label}{' '}
        <Text span size="xs" c="dimmed">
          photos go here
        </Text>
      </Text>
    ),
  };
  return layout.controls.length === 0 ? (
    <Text size="sm" c="dimmed">
      Nothing yet. Add the first control.
    </Text>
  ) : (
    <Fields controls={layout.controls} kit={kit} />
  );
}
