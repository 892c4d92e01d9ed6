import { NumberField } from '../../number/number-field.tsx';

/** How high a map lies. */
export const MapHeight = (props: { readonly value: number; readonly onChange: (metres: number) => void }) => (
  <NumberField
    size="xs"
    label="Height of the map"
    description="Above the ellipsoid"
    unit="m"
    required
    withAsterisk={false}
    min={-10_000}
    max={10_000}
    step={1}
    decimals={2}
    value={props.value}
    onChange={(value) => value !== '' && props.onChange(value)}
  />
);
