import { Text } from '@mantine/core';
import type { Invitation } from './queries.ts';

const texts: Readonly<Record<NonNullable<Invitation['mail']>, string>> = {
  Waiting: 'The mail is on its way.',
  Sent: 'The mail was handed over to the mail server.',
  Kept: 'No mail goes out: this server has no mail server. Send the link yourself.',
  Failed: 'The mail could not be sent. Send the link yourself.',
};

/** Whether the mail of an invitation really went out; nothing where that is no longer known. */
export const MailState = ({ mail }: Pick<Invitation, 'mail'>) =>
  mail && (
    <Text size="xs" c={mail === 'Failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {texts[mail]}
    </Text>
  );
