import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Time } from '../../ui/time.tsx';
import { correctionQuery } from '../queries.ts';
import type { Item } from './prediction.ts';

interface Props {
  readonly inferenceId: string;
  readonly sheet: string;
  readonly items: readonly Item[];
}

const words = {
  added: 'Drawn',
  changed: 'Changed',
  approved: 'Approved',
  deleted: 'Deleted',
  reopened: 'Opened again',
  removed: 'Removed',
} as const;

/** Who said last what is said of the one thing that is chosen. */
export function Corrected({ inferenceId, sheet, items }: Props) {
  const [item] = items.length === 1 ? items : [];
  const last = useQuery(correctionQuery(inferenceId, sheet, item?.id ?? '')).data;
  if (!last) return null;
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {words[last.change]} by {last.correctedBy.displayName || 'somebody who is gone'},{' '}
      <Time iso={last.correctedDateTime} />
    </Text>
  );
}
