import { Group, Slider, Text } from '@mantine/core';

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Leaves out what is less sure: 0 to 1. */
export function LeastSure({ value, onChange }: { readonly value: number; readonly onChange: (least: number) => void }) {
  return (
    <Group gap="xs" wrap="nowrap" mb={8}>
      <Text size="xs">At least sure</Text>
      <Slider
        {...{ flex: 1, size: 'sm', min: 0, max: 1, step: 0.01, label: percent, thumbLabel: 'At least sure' }}
        value={value}
        onChange={onChange}
      />
      <Text size="xs" w={36} ta="right">
        {percent(value)}
      </Text>
    </Group>
  );
}
