import { Badge } from '@mantine/core';

const colors: Readonly<Record<string, string>> = { Active: 'teal', Trial: 'orange', Inactive: 'gray' };

export const StatusBadge = ({ status }: { readonly status: string }) => (
  <Badge variant="light" size="sm" tt="none" color={colors[status] ?? 'gray'}>
    {status}
  </Badge>
);
