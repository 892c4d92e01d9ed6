import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { allRealityQuery } from '../reality/queries.ts';
import { nameInWords } from '../ui/result-names.ts';
import { isDrawable } from '../ui/stage/reality/drawable.ts';
import type { ChosenReality } from './queries.ts';

/** As many as one request may add, with models. */
const most = 20;

interface ChoiceProps {
  readonly twinId: string;
  readonly value?: readonly ChosenReality[];
  readonly onChange: (value: ChosenReality[]) => void;
}

/** Clouds, tiled meshes and tile maps of a twin; nothing where there are none. */
export function RealityChoice({ twinId, value = [], onChange }: ChoiceProps) {
  const { data = [] } = useQuery(allRealityQuery(twinId));
  const drawable = data.filter(isDrawable);
  if (drawable.length === 0) return null;
  const chosenOf = (id: string): ChosenReality => ({
    dataId: id,
    name: drawable.find((one) => one.id === id)?.displayName ?? id,
  });
  return (
    <MultiSelect
      label="Reality data"
      searchable
      hidePickedOptions
      maxValues={most}
      placeholder={value.length === 0 ? 'Clouds, meshes and maps that can be shown' : ''}
      nothingFoundMessage="None has such a name"
      data={drawable.map(({ id, displayName }) => ({ value: id, label: nameInWords(displayName) }))}
      value={value.map(({ dataId }) => dataId)}
      onChange={(ids) => onChange(ids.map(chosenOf))}
    />
  );
}
