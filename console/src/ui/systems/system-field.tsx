import { Select, type SelectProps, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fittingSystems, pairIn, type System, textOfPair } from './systems.ts';

const most = 60;

const systemsQuery = {
  queryKey: ['coordinate systems'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<readonly System[]> =>
    (await import('virtual:systems')).default.map(([code, isHeight, name, area, unit]) => ({
      id: `EPSG:${code}`,
      name,
      area,
      unit,
      isHeight: isHeight === 1,
    })),
};

interface Props {
  readonly label: string;
  readonly description?: string;
  /** `EPSG:25832`, or `EPSG:25832+7837`; empty: none. */
  readonly value?: string;
  readonly onChange: (value: string) => void;
  /** Whether it has a system of heights, too. */
  readonly withHeights?: boolean;
}

/** A coordinate reference system out of those that are known, by name, code or area of use. */
export function SystemField({ label, description, value = '', onChange, withHeights }: Props) {
  const all = useQuery(systemsQuery);
  const pair = pairIn(value);
  const heights = useMemo(() => all.data?.filter(({ isHeight }) => isHeight) ?? [], [all.data]);
  const places = useMemo(() => all.data?.filter(({ isHeight }) => !isHeight) ?? [], [all.data]);
  const [loading, failed] = [all.isPending, all.isError];
  return (
    <>
      <OneSystem
        label={label}
        loading={loading}
        failed={failed}
        description={description}
        placeholder="Name, EPSG code or country"
        all={places}
        value={pair.place}
        onChange={(place) => onChange(textOfPair({ ...pair, place }))}
      />
      {withHeights && pair.place !== '' && (
        <OneSystem
          label="Height system"
          loading={loading}
          failed={failed}
          description="Optional"
          placeholder="As in the coordinate system"
          all={heights}
          value={pair.height}
          onChange={(height) => onChange(textOfPair({ ...pair, height }))}
        />
      )}
    </>
  );
}

function OneSystem(props: {
  readonly label: string;
  readonly description: string | undefined;
  readonly placeholder: string;
  readonly all: readonly System[];
  readonly loading: boolean;
  readonly failed: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { all, value } = props;
  const [text, setText] = useState('');
  const chosen = all.find(({ id }) => id === value);
  const found = useMemo(() => {
    const typed = chosen && text === labelOf(chosen) ? '' : text;
    const fitting = fittingSystems(all, typed, most);
    return chosen && !fitting.includes(chosen) ? [chosen, ...fitting] : fitting;
  }, [all, text, chosen]);
  const byId = useMemo(() => new Map(found.map((one) => [one.id, one])), [found]);
  return (
    <Select
      label={props.label}
      description={props.description}
      placeholder={props.placeholder}
      error={props.failed ? 'The list of systems could not be loaded. Reload the page.' : undefined}
      searchable
      clearable
      nothingFoundMessage={props.loading ? 'Loading …' : 'No system with this name, code or area.'}
      data={found.map((one) => ({ value: one.id, label: labelOf(one) }))}
      filter={({ options }) => options}
      renderOption={({ option }) => <Described system={byId.get(option.value)} />}
      searchValue={text}
      onSearchChange={setText}
      value={value || null}
      onChange={(id) => props.onChange(id ?? '')}
      comboboxProps={{ width: 'target' } satisfies SelectProps['comboboxProps']}
    />
  );
}

const labelOf = ({ id, name }: System): string => (name === '' ? id : `${name} (${id})`);

const Described = ({ system }: { readonly system: System | undefined }) =>
  system && (
    <div>
      <Text size="sm">{labelOf(system)}</Text>
      <Text size="xs" c="dimmed" lineClamp={2}>
        {[system.unit, system.area].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
