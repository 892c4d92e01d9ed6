import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from './change.tsx';
import { Dialog } from './dialog.tsx';
import { FormFoot } from './form-foot.tsx';

/** Asks for a name: of something new, or a new one for what is there. */
export function NameDialog(props: {
  readonly title: string;
  readonly verb: string;
  readonly initial: string;
  /** Why it cannot be the name, said while it is typed. */
  readonly faultOf?: (name: string) => string | null;
  readonly save: (name: string) => Promise<unknown>;
  readonly stale: readonly (readonly unknown[])[];
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(props.initial);
  const change = useChange({
    run: () => props.save(name.trim()),
    stale: props.stale,
    done: props.onClose,
    quiet: true,
  });
  const fault = props.faultOf?.(name) ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !fault) change.mutate();
  };
  const dot = props.initial.lastIndexOf('.');
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={255}
            value={name}
            error={fault}
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, dot > 0 ? dot : props.initial.length)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFoot
            change={change}
            verb={props.verb}
            disabled={!name.trim() || fault !== null}
            onCancel={props.onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
