import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import type { Step } from './steps.ts';

interface StepProps {
  readonly steps: readonly Step[];
  readonly change: { readonly error: unknown; readonly isPending: boolean };
  readonly take: (step: Step, note: string | undefined, done: () => void) => void;
}

/** The workflow as buttons; a note is asked for where the step takes one. */
export function StepButtons({ steps, change, take }: StepProps) {
  const [asked, ask] = useState<Step>();
  return (
    <>
      <Group gap={6}>
        {steps.map((step) => (
          <Button
            key={`${step.label} ${step.to}`}
            size="xs"
            variant={step.closes ? 'filled' : 'default'}
            disabled={change.isPending}
            onClick={() => (step.notes === 'None' ? take(step, undefined, () => {}) : ask(step))}
          >
            {step.label}
          </Button>
        ))}
      </Group>
      {asked && (
        <NoteDialog
          step={asked}
          change={change}
          onTake={(note) => take(asked, note, () => ask(undefined))}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

function NoteDialog(props: {
  readonly step: Step;
  readonly change: StepProps['change'];
  readonly onTake: (note: string | undefined) => void;
  readonly onClose: () => void;
}) {
  const { step, change } = props;
  const [note, setNote] = useState('');
  const isNeeded = step.notes === 'Required';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNeeded || note.trim()) props.onTake(note.trim() || undefined);
  };
  return (
    <Dialog title={step.label} onClose={props.onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">
            The form goes to <b>{step.to}</b>.
          </Text>
          <Textarea
            label="Note"
            description={isNeeded ? 'Why? It is kept as a comment.' : 'If you like; it is kept as a comment.'}
            required={isNeeded}
            data-autofocus
            autosize
            minRows={2}
            maxLength={4000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <FormFoot change={change} verb={step.label} disabled={isNeeded && !note.trim()} onCancel={props.onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
