import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { itemsQuery } from '../files/queries.ts';
import { topQuery } from '../platform/files.ts';
import { NumberField } from '../ui/number/number-field.tsx';
import type { SystemProperty } from './queries.ts';
import { inOrder, isAsked, propertyWords, valueWords } from './system-words.ts';

type Values = Readonly<Record<string, string>>;

/** How a system is reached: a field for each property of its type, as far as it is needed. */
export function CredentialFields(props: {
  readonly twinId: string;
  readonly properties: readonly SystemProperty[];
  readonly values: Values;
  readonly onChange: (values: Record<string, string>) => void;
}) {
  const { values, onChange } = props;
  return inOrder(props.properties)
    .filter(({ name }) => isAsked(name, values))
    .map((property) => {
      const value = values[property.name] ?? '';
      const set = (next: string) => onChange({ ...values, [property.name]: next });
      return values.Provider === 'SQLite' && property.name === 'Database' ? (
        <FileChoice key="file" twinId={props.twinId} value={value} onChange={set} />
      ) : (
        <Field key={property.name} property={property} value={value} onChange={set} />
      );
    });
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ property, value, onChange }: FieldProps & { readonly property: SystemProperty }) {
  const { name, enumValues, dataType } = property;
  const { label, about } = propertyWords(name);
  const common = { label, ...(about ? { description: about } : {}), value };
  if (enumValues) {
    const data = enumValues.map((one) => ({ value: one, label: valueWords(one) }));
    return <Select {...common} allowDeselect={false} data={data} onChange={(next) => onChange(next ?? '')} />;
  }
  if (dataType === 'Int32') {
    const number = value === '' ? '' : Number(value);
    return <NumberField {...common} value={number} min={1} whole onChange={(next) => onChange(String(next))} />;
  }
  const type = (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value);
  if (name === 'Password' || name === 'Token') {
    const shows = { 'aria-label': `Show: ${label}` };
    return <PasswordInput {...common} autoComplete="off" visibilityToggleButtonProps={shows} onChange={type} />;
  }
  return <TextInput {...common} autoComplete="off" spellCheck={false} onChange={type} />;
}

/** A SQLite file of the twin. */
function FileChoice({ twinId, value, onChange }: FieldProps & { readonly twinId: string }) {
  const rootId = useQuery(topQuery(twinId)).data?.rootId ?? '';
  const found = useInfiniteQuery({ ...itemsQuery(twinId, rootId, '.'), enabled: rootId !== '' });
  const files = (found.data ?? []).filter(
    ({ type, displayName }) => type === 'file' && /\.(db|sqlite3?)$/i.test(displayName),
  );
  return (
    <Select
      label="File"
      description="A file of this twin that ends with .db, .sqlite or .sqlite3. Readers of it need the right to see files."
      searchable
      nothingFoundMessage={found.isFetching ? 'Looking …' : 'No such file in Files'}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      data={files.map(({ id, displayName }) => ({ value: id, label: displayName }))}
    />
  );
}
