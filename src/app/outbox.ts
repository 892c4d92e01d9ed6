import type { Ports } from '../api/ports/ports.ts';

/** No mail that a sandbox causes leaves the server. */
export const outboxOf = ({ send }: Pick<Ports['mail'], 'send'>, { keepMail }: Ports['sandboxes']): Ports['mail'] => ({
  async send(tx, mail) {
    if (mail.sandboxId == null) return send(tx, mail);
    await keepMail(tx, mail.sandboxId, mail);
    return null;
  },
});
