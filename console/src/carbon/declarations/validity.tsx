import { Badge, Text } from '@mantine/core';
import type { EpdSummary } from '../shapes.ts';

const soonMs = 180 * 86_400_000;
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Until when a declaration holds, and whether that is over or near. */
export function Validity({ epd: { validUntil } }: { readonly epd: Pick<EpdSummary, 'validUntil'> }) {
  const time = validUntil === undefined ? Number.NaN : Date.parse(validUntil);
  if (validUntil === undefined || Number.isNaN(time)) {
    return (
      <Text size="xs" c="dimmed">
        Not given
      </Text>
    );
  }
  const left = time + 86_400_000 - Date.now(); // the day itself counts
  return (
    <>
      {day.format(time)}{' '}
      {left <= 0 ? (
        <Badge size="xs" color="red" variant="light" tt="none">
          Ended
        </Badge>
      ) : (
        left < soonMs && (
          <Badge size="xs" color="orange" variant="light" tt="none">
            Ends soon
          </Badge>
        )
      )}
    </>
  );
}

export const ExampleBadge = () => (
  <Badge size="xs" color="orange" variant="light" tt="none">
    Example
  </Badge>
);
