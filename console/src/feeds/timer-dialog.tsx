import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../ui/change.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { createTimer } from './actions.ts';
import { cronOf, cronWords, firstRhythm, type Rhythm } from './cron.ts';
import { feedsOf, packagesQuery, type Question, setsQuery } from './queries.ts';
import { RhythmFields } from './rhythm-fields.tsx';

/** Rows that a timer is to ask for. */
export interface Asks {
  readonly uniqueName: string;
  readonly set: string;
  readonly question: Question;
}

interface Fields {
  readonly name: string;
  readonly uniqueName: string;
  readonly set: string;
  readonly filter: string;
  readonly parameters: string;
  readonly rhythm: Rhythm;
}

interface DialogProps {
  readonly twinId: string;
  /** Absent: what is asked for is chosen in the dialog. */
  readonly asks?: Asks;
  readonly onClose: () => void;
}

/** Packages whose rows are asked for by set; the others have parameters of their own. */
const bySet = /^(TWIN_MODELS|TWIN_TABLES|SQL_TABLES)$/;

function parametersOf({ uniqueName, set, filter, parameters }: Fields, asks: Asks | undefined) {
  const given = bySet.test(uniqueName)
    ? [
        ['entitySet', set] as const,
        ['filter', filter.trim()] as const,
        ['select', asks?.question.select.join(',') ?? ''] as const,
        ['orderby', asks?.question.orderby ?? ''] as const,
      ]
    : parameters.split('\n').map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
      });
  return given.filter(([name, value]) => name !== '' && value !== '').map(([name, value]) => ({ name, value }));
}

const useTimerForm = (asks: Asks | undefined) =>
  useForm<Fields>({
    initialValues: {
      name: '',
      uniqueName: asks?.uniqueName ?? 'TWIN_MODELS',
      set: asks?.set ?? '',
      filter: asks?.question.filter ?? '',
      parameters: '',
      rhythm: firstRhythm,
    },
    validate: {
      set: (value, { uniqueName }) => (value === '' && bySet.test(uniqueName) ? 'Choose what is asked for.' : null),
      rhythm: (rhythm) => (cronOf(rhythm) ? null : 'Write a schedule.'),
    },
  });
type TimerForm = ReturnType<typeof useTimerForm>;

/** Makes a timer. */
export function TimerDialog({ twinId, asks, onClose }: DialogProps) {
  const form = useTimerForm(asks);
  const { rhythm, uniqueName } = form.values;
  const change = useChange({
    run: (fields: Fields) =>
      createTimer(twinId, {
        name: fields.name.trim() || usualName(fields),
        packageUniqueName: fields.uniqueName,
        cronStr: cronOf(fields.rhythm),
        parameters: parametersOf(fields, asks),
      }),
    stale: [[...feedsOf(twinId), 'timers']],
    says: ({ name }) => `The timer ${name} is on.`,
    done: onClose,
    quiet: true,
  });
  const submit = form.onSubmit((fields) =>
    change.mutate(fields, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Dialog onClose={onClose} size="lg" title="New timer">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            placeholder={usualName(form.values)}
            maxLength={150}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {asks ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              Asks for the rows of <b>{asks.set}</b>
              {asks.question.filter && (
                <>
                  {' '}
                  where <code>{asks.question.filter}</code>
                </>
              )}
              .
            </Text>
          ) : (
            <Choice twinId={twinId} form={form} />
          )}
          {!bySet.test(uniqueName) && (
            <Textarea
              label="Parameters"
              description="One in each line, as in site=north."
              autosize
              minRows={2}
              {...form.getInputProps('parameters')}
            />
          )}
          <RhythmFields
            value={rhythm}
            error={form.errors.cronStr ?? form.errors.rhythm}
            onChange={(next) => {
              form.clearFieldError('cronStr');
              form.setFieldValue('rhythm', next);
            }}
          />
          <FormFoot change={change} verb="Create" onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

const usualName = ({ set, uniqueName, rhythm }: Fields): string => {
  const when = cronWords(cronOf(rhythm));
  return `${set || uniqueName}, ${when.charAt(0).toLowerCase()}${when.slice(1)}`;
};

/** Which package is asked, and for what. */
function Choice({ twinId, form }: { readonly twinId: string; readonly form: TimerForm }) {
  const packages = useQuery(packagesQuery(twinId)).data ?? [];
  const { uniqueName } = form.values;
  const found = packages.find((one) => one.uniqueName === uniqueName);
  const sets = useQuery({ ...setsQuery(twinId, uniqueName), enabled: found?.mayExecute === true && found.isOdata });
  return (
    <>
      <Select
        label="Package"
        allowDeselect={false}
        data={packages.map((one) => ({ value: one.uniqueName, label: one.name }))}
        {...form.getInputProps('uniqueName')}
        onChange={(next) => form.setValues({ uniqueName: next ?? '', set: '' })}
        error={found?.mayExecute === false ? 'You may not use this package; its runs would fail.' : null}
      />
      {bySet.test(uniqueName) && (
        <Select
          label="Set"
          searchable
          nothingFoundMessage={sets.isFetching ? 'Looking …' : 'No set'}
          data={(sets.data ?? []).map(({ name }) => name)}
          {...form.getInputProps('set')}
        />
      )}
      {bySet.test(uniqueName) && (
        <TextInput
          label="Filter"
          description="Empty for all rows. The page of a set makes one by a form, and a timer of it."
          placeholder="Class eq 'IfcDoor'"
          {...form.getInputProps('filter')}
        />
      )}
    </>
  );
}
