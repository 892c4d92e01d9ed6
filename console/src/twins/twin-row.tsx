import { Box, Group, Table, Text } from '@mantine/core';
import { TextLink } from '../ui/links.tsx';
import { Time } from '../ui/time.tsx';
import type { Twin } from './queries.ts';
import { subClassName } from './search.ts';
import { Star } from './star.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Thumb } from './thumb.tsx';
import classes from './twins.module.css';

/** One twin in the list. The number is left out where it is but the id. */
export function TwinRow({ twin }: { readonly twin: Twin }) {
  const number = twin.number === twin.id ? undefined : twin.number;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Thumb twin={twin} size={36} />
          <Box miw={0}>
            <TextLink to="/twins/$twinId" params={{ twinId: twin.id }} className={classes.name} lineClamp={2}>
              {twin.displayName}
            </TextLink>
            {twin.type && (
              <Text size="xs" c="dimmed" lineClamp={1} className="long">
                {twin.type}
              </Text>
            )}
          </Box>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm" className="long">
        {number}
      </Table.Td>
      <Table.Td visibleFrom="xs">{subClassName(twin.subClass)}</Table.Td>
      <Table.Td visibleFrom="sm">
        <StatusBadge status={twin.status} />
      </Table.Td>
      <Table.Td visibleFrom="md" className="long">
        {twin.geographicLocation}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" c="dimmed" component="span">
          <Time iso={twin.lastModifiedDateTime} />
        </Text>
      </Table.Td>
      <Table.Td>
        <Star twin={twin} />
      </Table.Td>
    </Table.Tr>
  );
}
