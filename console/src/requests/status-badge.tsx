import { Badge } from '@mantine/core';

const colorOf = (status: number | null): string => {
  if (status === null || status >= 500) return 'red';
  return status >= 400 ? 'orange' : 'teal';
};

/** A status as people see at a glance. */
export const StatusBadge = ({ status }: { readonly status: number | null }) => (
  <Badge variant="light" size="sm" tt="none" color={colorOf(status)}>
    {status ?? 'No answer'}
  </Badge>
);
