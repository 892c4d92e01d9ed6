import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { epdChoiceQuery, epdQuery } from '../queries.ts';
import { declaredText } from '../text.ts';

/** Chooses a declaration out of any number, by part of its name. */
export function EpdSelect(props: {
  readonly twinId: string;
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (epdId: string | null) => void;
  readonly error?: string | null;
}) {
  const { twinId, value } = props;
  const [typed, type] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const chosen = useQuery({ ...epdQuery(value ?? ''), enabled: value !== null }).data;
  const isChosenName = chosen !== undefined && search === labelOf(chosen);
  const found = useQuery(epdChoiceQuery(twinId, isChosenName ? '' : search)).data ?? [];
  const listed = chosen && found.every(({ id }) => id !== chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      searchable
      clearable
      allowDeselect={false}
      label={props.label}
      placeholder="Search by name"
      nothingFoundMessage="No declaration fits. Import it under Declarations."
      data={listed.map((epd) => ({ value: epd.id, label: labelOf(epd) }))}
      filter={({ options }) => options} // the server has searched
      value={value}
      searchValue={typed}
      onSearchChange={type}
      onChange={props.onChange}
      error={props.error ?? null}
    />
  );
}

const labelOf = (epd: { readonly name: string; readonly declared: { quantity: number; unit: string } }): string =>
  `${epd.name} (${declaredText(epd.declared)})`;
