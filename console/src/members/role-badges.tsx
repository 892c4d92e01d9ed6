import { Badge, Group } from '@mantine/core';

/** The roles of somebody. */
export const RoleBadges = ({
  roles,
}: {
  readonly roles: readonly { readonly id: string; readonly displayName: string }[];
}) => (
  <Group gap={4}>
    {roles.map(({ id, displayName }) => (
      <Badge
        key={id}
        maw="min(14rem, 34vw)"
        styles={{ label: { overflow: 'hidden' } }}
        title={displayName}
        variant={displayName === 'Owner' ? 'filled' : 'light'}
        size="sm"
        tt="none"
        fw={500}
      >
        {displayName}
      </Badge>
    ))}
  </Group>
);
