import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { SandboxRow } from '../tables.ts';
import { type sandbox, templates } from './schema.ts';

type Named = Pick<TwinFacts, 'displayName' | 'number'>;

/** A sandbox as the API shows it. Its clock shows real time. */
export const sandboxView = (
  row: SandboxRow,
  { displayName, number }: Named,
  { baseUrl, now }: Pick<Context, 'baseUrl' | 'now'>,
): Static<typeof sandbox> => ({
  id: row.id,
  displayName,
  number,
  template: templates.find((one) => one === row.template) ?? 'empty',
  state: 'Ready',
  error: null,
  createdBy: row.created_by,
  applicationId: row.client_id,
  createdDateTime: isoTime(row.created),
  endDateTime: isoTime(row.ends),
  clock: { dateTime: isoTime(now), offsetMs: 0, state: 'Ready', target: null, jobId: null, error: null },
  _links: {
    self: { href: `${baseUrl}/testmode/sandboxes/${row.id}` },
    twin: { href: `${baseUrl}/twins/${row.id}` },
  },
});
