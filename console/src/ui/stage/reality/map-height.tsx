import { NumberInput } from '@mantine/core';

/** How high a map lies. */
export const MapHeight = (props: { readonly value: number; readonly onChange: (metres: number) => void }) => (
  <NumberInput
    size="xs"
    label="Height of the map"
    description="Metres above the ellipsoid"
    min={-10_000}
    max={10_000}
    step={1}
    decimalScale={2}
    value={props.value}
    onChange={(value) => props.onChange(Number(value) || 0)}
  />
);
