import { Menu } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { bodiesQuery, forgetBodies, keepBodies } from '../requests/queries.ts';
import { useChange } from '../ui/change.tsx';

const minutes = 60;
const minuteMs = 60_000;

/** Whether the bodies of an application's requests are kept, and for how long still. */
export function BodiesItem({ clientId }: { readonly clientId: string }) {
  const { data: until } = useQuery(bodiesQuery(clientId));
  const stale = [['requests']];
  const keep = useChange({
    run: () => keepBodies(clientId, minutes),
    stale,
    says: () => 'Bodies of its requests are kept for an hour, without secrets.',
  });
  const forget = useChange({
    run: () => forgetBodies(clientId),
    stale,
    says: () => 'No body is kept any more, and those that were are gone.',
  });
  const left = until ? Math.ceil((Date.parse(until) - Date.now()) / minuteMs) : 0;
  return (
    <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => (left > 0 ? forget.mutate() : keep.mutate())}>
      {left > 0 ? `Keep bodies no longer (${left} min left)` : 'Keep bodies for an hour'}
    </Menu.Item>
  );
}
