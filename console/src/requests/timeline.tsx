import { Box, Group, Text } from '@mantine/core';
import { count, dateTime } from '../ui/format.ts';
import type { Summary } from './queries.ts';
import classes from './requests.module.css';

/** How many requests there were each hour, refused ones apart. */
export function Timeline({ hours }: { readonly hours: Summary['byHour'] }) {
  const most = Math.max(1, ...hours.map((hour) => hour.count));
  const total = hours.reduce((sum, hour) => sum + hour.count, 0);
  const refused = hours.reduce((sum, hour) => sum + hour.refused, 0);
  return (
    <Box mb="md">
      <Group
        className={classes.timeline}
        role="img"
        aria-label={`${count(total)} requests in ${hours.length} hours, ${count(refused)} of them refused`}
      >
        {hours.map((hour) => (
          <Box
            key={hour.dateTime}
            className={classes.hour}
            title={`${dateTime(hour.dateTime)}: ${count(hour.count)} requests, ${count(hour.refused)} refused`}
          >
            <Box className={classes.refused} h={`${(100 * hour.refused) / most}%`} />
            <Box className={classes.passed} h={`${(100 * (hour.count - hour.refused)) / most}%`} />
          </Box>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {count(total)} requests by the hour, {count(refused)} of them refused
      </Text>
    </Box>
  );
}
