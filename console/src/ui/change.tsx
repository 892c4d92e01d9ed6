import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemText } from './problem-note.tsx';

interface ChangeOptions<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** Beginnings of the keys of what has to be read again. What of it no page shows is forgotten: a list that one
   * comes back to must not show what was deleted, not even for a moment. */
  readonly stale?: readonly (readonly unknown[])[];
  readonly done?: (output: Output, input: Input) => void;
  /** Beginnings of the keys of what is no more: forgotten, though not read again where a page still shows it. */
  readonly gone?: readonly (readonly unknown[])[];
  /** What to say once it is done. */
  readonly says?: (output: Output, input: Input) => string;
  /** The caller shows the refusal itself. */
  readonly quiet?: boolean;
}

export const closeButtonProps = { 'aria-label': 'Dismiss' };

/** A change of something on the server: reads again what it made stale, and tells how it ended. */
export function useChange<Input = void, Output = unknown>(options: ChangeOptions<Input, Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: options.run,
    async onSuccess(output, input) {
      const stale = options.stale ?? [];
      for (const queryKey of [...stale, ...(options.gone ?? [])])
        client.removeQueries({ queryKey: [...queryKey], type: 'inactive' });
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
      const text = options.says?.(output, input);
      if (text) notifications.show({ message: text, color: 'teal', closeButtonProps });
      options.done?.(output, input);
    },
    onError(error) {
      if (!options.quiet) showProblem(error);
    },
  });
}

export function showProblem(error: unknown): void {
  const title = error instanceof Error ? error.message : String(error);
  notifications.show({
    title,
    message: <ProblemText error={error} />,
    color: 'red',
    autoClose: 12_000,
    closeButtonProps,
  });
}
