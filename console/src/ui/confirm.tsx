import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

/** Asks before something that is not easily undone; the button says what it does. */
export function confirm(question: {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly onConfirm: () => void;
}): void {
  modals.openConfirmModal({
    title: question.title,
    children: <Text size="sm">{question.text}</Text>,
    labels: { confirm: question.verb, cancel: 'Cancel' },
    confirmProps: { color: 'red', variant: 'filled' },
    onConfirm: question.onConfirm,
  });
}
