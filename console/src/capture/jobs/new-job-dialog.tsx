import { Autocomplete, Checkbox, MultiSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import type { RealityData } from '../../ui/stage/reality/source.ts';
import { isScene } from '../scene-query.ts';
import { outputs, type Quality, qualities } from '../words.ts';
import { CheckJob } from './check-job.tsx';
import { useNewJob } from './use-new-job.ts';

interface Props {
  readonly twinId: string;
  /** Photos that it is to be made of. */
  readonly first?: Pick<RealityData, 'id' | 'displayName' | 'type'>;
  readonly onClose: () => void;
}

const mostInputs = 50;

/** Asks what is to be made of which photos; what it will cost is shown before anything starts. */
export function NewJobDialog({ twinId, first, onClose }: Props) {
  const navigate = useNavigate();
  const asked = useNewJob(twinId, first);
  const { usable, workspaces, nameOf, form, change, made } = asked;
  const go = (jobId: string) => {
    onClose();
    void navigate({ to: '/twins/$twinId/capture/jobs/$jobId', params: { twinId, jobId } });
  };
  if (made) return <CheckJob {...made} twinId={twinId} onBack={asked.forget} onDone={() => go(made.job.id)} />;
  const chosen = usable.filter(({ id }) => form.values.inputs.includes(id));
  return (
    <Dialog onClose={onClose} title="New job" size="lg">
      <form onSubmit={form.onSubmit((fields) => change.mutate(fields))}>
        <Stack gap="sm">
          <MultiSelect
            label="Made of"
            description="Photos, or oriented photos; several sets of one place together"
            withAsterisk
            searchable
            hidePickedOptions
            maxValues={mostInputs}
            data={usable.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            {...form.getInputProps('inputs')}
            onChange={(inputs) => {
              form.setFieldValue('inputs', inputs);
              if (!form.values.name) form.setFieldValue('name', nameOf(inputs[0]));
            }}
          />
          {chosen.some(isScene) && (
            <Checkbox
              label="Keep places and directions of the photos as they are"
              description="Otherwise photos without a place are oriented, too."
              {...form.getInputProps('keep', { type: 'checkbox' })}
            />
          )}
          <Checkbox.Group label="What is to be made" withAsterisk {...form.getInputProps('formats')}>
            <Stack gap={6} mt={4}>
              {outputs.map(({ format, label, about }) => (
                <Checkbox key={format} value={format} label={label} description={about} />
              ))}
            </Stack>
          </Checkbox.Group>
          <QualityChoice value={form.values.quality} onChange={(quality) => form.setFieldValue('quality', quality)} />
          <TextInput label="Name" required maxLength={200} {...form.getInputProps('name')} />
          <Autocomplete
            label="Workspace"
            description="Keeps jobs of one purpose together; a new name makes a new one"
            required
            maxLength={256}
            data={[...new Set(workspaces.map(({ name }) => name))]}
            {...form.getInputProps('workspace')}
          />
          <FormFoot change={change} verb="Continue" onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

const QualityChoice = (props: { readonly value: Quality; readonly onChange: (quality: Quality) => void }) => (
  <div>
    <Text size="sm" fw={500} id="quality">
      Quality
    </Text>
    <SegmentedControl
      fullWidth
      aria-labelledby="quality"
      data={qualities.map(({ value, label }) => ({ value, label }))}
      value={props.value}
      onChange={props.onChange}
    />
    <Text size="xs" c="dimmed" mt={2}>
      {qualities.find(({ value }) => value === props.value)?.about}
    </Text>
  </div>
);
