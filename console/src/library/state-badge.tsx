import { Badge } from '@mantine/core';
import type { State } from './search.ts';

const colors: Readonly<Record<State, string>> = {
  Draft: 'gray',
  Checked: 'blue',
  Approved: 'indigo',
  Published: 'teal',
  Archived: 'orange',
};

export const StateBadge = ({ state }: { readonly state: State }) => (
  <Badge variant="light" color={colors[state]} size="sm">
    {state}
  </Badge>
);
