import { Paper, Select } from '@mantine/core';
import { Loaded } from '../../ui/loaded.tsx';
import { propertyIn } from '../../ui/stage/colours.ts';
import classes from '../../ui/stage/stage.module.css';
import { LegendCard } from './legend-card.tsx';
import type { Scene } from './use-scene.ts';

/** Which property the elements are coloured by, and its values. */
export function PropertyLegend({ scene: { values, colourBy, setColourBy, legend } }: { readonly scene: Scene }) {
  const property = propertyIn(colourBy);
  return (
    <Paper className={classes.card} withBorder shadow="sm">
      <Loaded query={values} lines={1}>
        {(all) => (
          <Select
            size="xs"
            searchable
            limit={200}
            label="Property"
            placeholder={all.size === 0 ? 'The elements have none' : 'Choose one'}
            data={[...all.keys()]}
            value={property || null}
            onChange={(name) => setColourBy(`property:${name ?? ''}`)}
          />
        )}
      </Loaded>
      {legend.length > 0 && <LegendCard title="Values" entries={legend} />}
    </Paper>
  );
}
