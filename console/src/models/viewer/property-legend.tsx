import { type ComboboxItem, type ComboboxParsedItem, isOptionsGroup, Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Loaded } from '../../ui/loaded.tsx';
import { propertyIn } from '../../ui/stage/colours.ts';
import { LegendCard } from '../../ui/stage/legend-card.tsx';
import type { PropertyValues } from './property-values.ts';
import type { Scene } from './use-scene.ts';

const severalSets = 'In several sets';
/** More options at once would take long to draw; what is typed narrows them down. */
const mostOptions = 500;

/** Which property the elements are coloured by, and its values. */
export function PropertyLegend({ scene }: { readonly scene: Scene }) {
  return (
    <LegendCard title="Values" entries={scene.legend} control={scene.control}>
      <Loaded query={scene.values} lines={1}>
        {(all) => <PropertySelect all={all} scene={scene} />}
      </Loaded>
    </LegendCard>
  );
}

function PropertySelect({ all, scene }: { readonly all: PropertyValues; readonly scene: Scene }) {
  const { colourBy, setColourBy } = scene;
  const data = useMemo(() => optionsOf(all), [all]);
  const property = propertyIn(colourBy) || null;
  const chosen = property === null ? undefined : all.get(property);
  return (
    <>
      <Select
        size="xs"
        mb={6}
        searchable
        limit={mostOptions}
        label="Property"
        placeholder={all.size === 0 ? 'The elements have none' : 'Choose one'}
        nothingFoundMessage="No property is called so"
        data={data}
        filter={({ options, search }) => fitting(options, search.trim().toLowerCase())}
        comboboxProps={{ width: 340, position: 'top-start' }}
        value={property}
        onChange={(name) => setColourBy(`property:${name ?? ''}`)}
      />
      {chosen && (
        <Text size="xs" c="dimmed" mb={4}>
          {chosen.set === undefined ? 'Of whatever set it is in' : `Of ${chosen.set}`}
        </Text>
      )}
    </>
  );
}

function optionsOf(all: PropertyValues) {
  const sets = Map.groupBy(all, ([, { set }]) => set ?? severalSets);
  return [...sets].map(([group, entries]) => ({
    group,
    items: entries.map(([value, { name }]): ComboboxItem => ({ value, label: name })),
  }));
}

/** What is typed is a part of a property or of a set. */
const fitting = (options: readonly ComboboxParsedItem[], find: string): ComboboxParsedItem[] =>
  options.flatMap((one): ComboboxParsedItem[] => {
    if (!isOptionsGroup(one)) return [one];
    const items = one.items.filter(({ value }) => value.toLowerCase().includes(find));
    return items.length > 0 ? [{ ...one, items }] : [];
  });
