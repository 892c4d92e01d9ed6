import { Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { saveSystem } from './actions.ts';
import { CredentialFields } from './credential-fields.tsx';
import { feedsOf, type NeededSystem, neededSystemsQuery, type System } from './queries.ts';
import { isAsked, systemTypeName } from './system-words.ts';

interface Fields {
  readonly name: string;
  readonly key: string;
  readonly replaces: boolean;
  readonly credentials: Record<string, string>;
}

interface DialogProps {
  readonly twinId: string;
  readonly system?: System;
  readonly onClose: () => void;
}

const keyOf = ({ systemId, systemType }: Pick<NeededSystem, 'systemId' | 'systemType'>): string =>
  `${systemId.toLowerCase()} ${systemType}`;

/** Stores a connection, or changes one. */
export function SystemDialog(props: DialogProps) {
  const query = useQuery(neededSystemsQuery(props.twinId));
  return (
    <Dialog onClose={props.onClose} size="lg" title={props.system ? `Edit ${props.system.systemName}` : 'New system'}>
      <Loaded query={query}>{(needed) => <SystemForm {...props} needed={needed} />}</Loaded>
    </Dialog>
  );
}

const defaultsOf = ({ properties }: NeededSystem): Record<string, string> =>
  Object.fromEntries(properties.map(({ name, defaultValue }) => [name, defaultValue ?? '']));

interface FormProps extends DialogProps {
  readonly needed: readonly NeededSystem[];
}

function useSystemForm({ twinId, system, needed, onClose }: FormProps) {
  const [first] = needed;
  const form = useForm<Fields>({
    initialValues: {
      name: system?.systemName ?? '',
      key: system ? keyOf(system) : first ? keyOf(first) : '',
      replaces: system === undefined,
      credentials: first && !system ? defaultsOf(first) : {},
    },
    validate: { name: (value) => (value.trim() ? null : 'Give it a name.') },
  });
  const chosen =
    needed.find((one) => keyOf(one) === form.values.key) ??
    needed.find(({ systemType }) => systemType === system?.systemType);
  const { systemId, systemType } = system ?? chosen ?? { systemId: '', systemType: '' };
  const change = useChange({
    run({ name, replaces, credentials }: Fields) {
      const given = Object.entries(credentials).filter(([one, value]) => value !== '' && isAsked(one, credentials));
      const sent = { name: name.trim(), systemId, systemType };
      return saveSystem(twinId, system?.id, replaces ? { ...sent, credentials: Object.fromEntries(given) } : sent);
    },
    stale: [feedsOf(twinId)],
    says: () => 'The system is stored. Test its connection.',
    done: onClose,
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return { form, chosen, change, submit };
}

function SystemForm(props: FormProps) {
  const { twinId, system, needed } = props;
  const { form, chosen, change, submit } = useSystemForm(props);
  const { key, replaces, credentials } = form.values;
  const restart = (next: Partial<Fields>, of: NeededSystem | undefined) =>
    form.setValues({ ...next, credentials: of ? defaultsOf(of) : {} });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="Database of the plant"
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {system ? (
          <Switch
            label="Replace how it is reached, and the credentials"
            description="They are never shown again; what is stored stays until all of it is replaced."
            checked={replaces}
            onChange={({ currentTarget: { checked } }) => restart({ replaces: checked }, chosen)}
          />
        ) : (
          <NeededChoice
            needed={needed}
            value={key}
            error={form.errors.systemId}
            onChange={(one) => restart({ key: keyOf(one) }, one)}
          />
        )}
        {replaces && chosen && (
          <CredentialFields
            twinId={twinId}
            properties={chosen.properties}
            values={credentials}
            onChange={(next) => form.setFieldValue('credentials', next)}
          />
        )}
        <FormFoot change={change} verb={system ? 'Save' : 'Store'} disabled={!chosen} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}

/** What the system is for: packages find theirs by a name. */
const NeededChoice = (props: {
  readonly needed: readonly NeededSystem[];
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (needed: NeededSystem) => void;
}) => (
  <Select
    label="Read by"
    description="A package finds its system by the name that it has for it."
    allowDeselect={false}
    value={props.value}
    error={props.error}
    onChange={(next) => {
      const found = props.needed.find((one) => keyOf(one) === next);
      if (found) props.onChange(found);
    }}
    data={props.needed.map((one) => ({
      value: keyOf(one),
      label: `${one.packageName}: ${one.systemId} (${systemTypeName(one.systemType).toLowerCase()})`,
    }))}
  />
);
