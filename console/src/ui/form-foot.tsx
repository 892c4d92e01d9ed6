import { Button, Group } from '@mantine/core';
import { ProblemNote } from './problem-note.tsx';

/** The end of a form: why it was refused, and its buttons. */
export const FormFoot = (props: {
  readonly change: { readonly error: unknown; readonly isPending: boolean };
  /** What the button does, in a word. */
  readonly verb: string;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}) => (
  <>
    {props.change.error ? <ProblemNote error={props.change.error} /> : null}
    <Group justify="flex-end">
      <Button variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={props.change.isPending} disabled={props.disabled ?? false}>
        {props.verb}
      </Button>
    </Group>
  </>
);
