import { Alert, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { detectorsQuery, titleOf } from '../../detectors/queries.ts';
import { kindOf } from '../../reality/queries.ts';
import { useChange } from '../../ui/change.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { count } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { nameInWords } from '../../ui/result-names.ts';
import { startAnalysis } from '../queries.ts';
import { kinds, type Want } from '../wants.ts';
import { EstimateFacts } from './estimate-facts.tsx';
import classes from './jobs.module.css';
import { SettingFields, settingOf } from './setting-fields.tsx';
import { type Fitting, useFitting } from './use-fitting.ts';

const route = getRouteApi('/twins/$twinId/analysis/new');

interface Fields {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string | null>>;
  readonly detector: string | null;
  readonly settings: Readonly<Record<string, number | string | boolean>>;
}

/** Of what one wants to know it: only what fits is offered. */
export function NewForm({ want, twinId }: { readonly want: Want; readonly twinId: string }) {
  const { of } = route.useSearch();
  const navigate = route.useNavigate();
  const fitting = useFitting(
    twinId,
    want.inputs.map(({ kind }) => kind),
  );
  const [first] = want.inputs;
  const form = useForm<Fields>({
    initialValues: {
      name: want.title,
      detector: null,
      inputs: Object.fromEntries(want.inputs.map(({ role }) => [role, role === first?.role ? (of ?? null) : null])),
      settings: Object.fromEntries(want.settings.map(({ option, usual }) => [option, usual ?? ''])),
    },
    validate: {
      name: (name) => (name.trim().length >= 3 ? null : 'Give it a name of three letters or more.'),
      detector: (chosen) => (want.detector && !chosen ? 'Choose a detector.' : null),
      inputs: Object.fromEntries(
        want.inputs.map(({ role, required }) => [
          role,
          (id: string | null) => (required && !id ? 'Choose one.' : null),
        ]),
      ),
    },
  });
  const change = useChange({
    run: (fields: Fields) => startAnalysis(askedOf(want, twinId, fields)),
    stale: [
      ['analyses', twinId],
      ['reality', twinId],
    ],
    done: (jobId) => void navigate({ to: '/twins/$twinId/analysis/$jobId', params: { twinId, jobId } }),
    quiet: true,
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((fields) => change.mutate(fields))}>
      <Stack gap="md">
        {want.inputs.map((field) => (
          <InputSelect
            key={field.role}
            {...{ field, fitting, twinId }}
            {...form.getInputProps(`inputs.${field.role}`)}
          />
        ))}
        {want.detector && <DetectorSelect of={want.detector} {...form.getInputProps('detector')} />}
        <SettingFields settings={want.settings} form={form} />
        <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
        <EstimateFacts want={want} twinId={twinId} inputs={form.values.inputs} />
        <FormFoot
          change={change}
          verb="Start"
          onCancel={() => void navigate({ to: '/twins/$twinId/analysis', params: { twinId } })}
        />
      </Stack>
    </form>
  );
}

function askedOf(want: Want, twinId: string, { name, inputs, detector, settings }: Fields) {
  const given = Object.entries(inputs).flatMap(([role, id]) => (id ? [[role, id]] : []));
  const named = want.detector && detector ? [[want.detector.role, detector]] : [];
  const added = want.inputs.flatMap(({ role, adds = [] }) => (inputs[role] ? adds : []));
  return {
    version: want.version,
    type: want.type,
    twinId,
    name: name.trim().replace(/["<>|:*?\\/]/g, ' '),
    inputs: Object.fromEntries([...given, ...named]),
    outputs: [...want.outputs, ...added],
    options: Object.fromEntries(
      want.settings.flatMap((one) => {
        const value = settingOf(one, settings[one.option]);
        return value === undefined ? [] : [[one.option, value]];
      }),
    ),
  };
}

interface SelectProps {
  readonly value?: string | null;
  readonly error?: React.ReactNode;
  readonly onChange: (value: string | null) => void;
}

function InputSelect({
  field: { label, about, kind, required },
  fitting,
  twinId,
  ...props
}: SelectProps & {
  readonly field: Want['inputs'][number];
  readonly fitting: Fitting;
  readonly twinId: string;
}) {
  const offered = fitting.of(kind);
  if (offered.length === 0 && !fitting.loading) {
    return required ? (
      <Alert color="orange" variant="light" title={`${label}: nothing fits yet`}>
        {kinds[kind].none}{' '}
        <TextLink to="/twins/$twinId/reality" params={{ twinId }} size="sm">
          Reality data
        </TextLink>
      </Alert>
    ) : null;
  }
  return (
    <Select
      label={label}
      description={about}
      withAsterisk={required}
      searchable
      clearable={!required}
      limit={200}
      placeholder={fitting.loading ? 'Looking …' : 'Choose'}
      nothingFoundMessage="Nothing of this name"
      data={offered.map((data) => ({
        value: data.id,
        label: [nameInWords(data.displayName), wordsOf(data, fitting)].join(' · '),
      }))}
      {...props}
    />
  );
}

/** What it is, and of a scene how much it holds. */
function wordsOf(data: Parameters<typeof kindOf>[0] & { readonly id: string }, { sceneOf }: Fitting): string {
  const photos = sceneOf(data.id)?.photos.length;
  return photos ? `${count(photos)} ${photos === 1 ? 'photo' : 'photos'}` : kindOf(data);
}

function DetectorSelect({ of, ...props }: SelectProps & { readonly of: NonNullable<Want['detector']> }) {
  const { data, isPending } = useQuery(detectorsQuery);
  const offered = (data ?? []).filter(({ type, latestVersion }) => type === of.type && latestVersion);
  if (!isPending && offered.length === 0) {
    return (
      <Alert color="orange" variant="light" title="No detector fits yet">
        Detectors are networks that somebody has trained. Add one of your own under{' '}
        <TextLink to="/detectors" size="sm">
          Detectors
        </TextLink>
        .
      </Alert>
    );
  }
  return (
    <Select
      label={of.label}
      withAsterisk
      searchable
      placeholder="Choose"
      data={offered.map((one) => ({
        value: `${one.name}/${one.latestVersion}`,
        label: `${titleOf(one)} ${one.latestVersion}`,
      }))}
      {...props}
    />
  );
}
