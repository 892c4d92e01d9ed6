import { Badge } from '@mantine/core';

export const ActiveBadge = ({ active }: { readonly active: boolean }) => (
  <Badge variant="light" size="sm" tt="none" color={active ? 'teal' : 'gray'}>
    {active ? 'Active' : 'Inactive'}
  </Badge>
);
