import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { person } from '../../platform/session.ts';
import { useChange } from '../../ui/change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { dateTime } from '../../ui/format.ts';
import { type FieldProps, pressed } from './kit.ts';
import { type Pad, SignaturePad } from './signature-pad.tsx';

/** Who signs says so by name and with the time, and draws the signature where there is a form to keep it with. */
export function SignatureField(props: FieldProps) {
  const { control, target, kit } = props;
  const { disabled, error } = pressed(props);
  const [asks, ask] = useState(false);
  const { name, dateTime: at, attachmentId } = Object(kit.draft[target]);
  const isSigned = typeof name === 'string';
  return (
    <div>
      <Text size="sm" fw={500}>
        {control.label}
        {control.required ? ' *' : ''}
      </Text>
      {typeof attachmentId === 'string' && kit.drawing?.(attachmentId)}
      <Group gap="xs">
        <Text size="sm" c={isSigned ? undefined : 'dimmed'}>
          {isSigned ? [name, typeof at === 'string' ? dateTime(at) : ''].filter(Boolean).join(', ') : 'Not signed yet'}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          aria-label={`${isSigned ? 'Take back' : 'Sign'} ${control.label}`}
          leftSection={isSigned ? null : <IconSignature size={15} />}
          onClick={() => (isSigned ? kit.set(target, undefined) : ask(true))}
        >
          {isSigned ? 'Take back' : 'Sign'}
        </Button>
      </Group>
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      {asks && <SignDialog {...props} onClose={() => ask(false)} />}
    </div>
  );
}

/** Asks for the name, and for a drawing that nobody has to make. */
function SignDialog({ control, target, kit, onClose }: FieldProps & { readonly onClose: () => void }) {
  const [name, setName] = useState(person().name);
  const pad = useRef<Pad>(null);
  const sign = useChange({
    async run() {
      const drawing = await pad.current?.drawing();
      const attachmentId = drawing && (await kit.sign?.(control, drawing));
      kit.set(target, {
        name: name.trim(),
        dateTime: new Date().toISOString(),
        ...(attachmentId ? { attachmentId } : {}),
      });
    },
    quiet: true,
    done: onClose,
  });
  return (
    <Dialog title={`Sign ${control.label}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          sign.mutate();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {kit.sign && <SignaturePad ref={pad} />}
          <FormFoot change={sign} verb="Sign" disabled={name.trim() === ''} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
