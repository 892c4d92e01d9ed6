import type { AuditOwner } from '../../kernel/audit.ts';
import { isoTime } from '../../std/iso-time.ts';
import type { Core } from '../core.ts';
import { type Html, html } from '../web/html.ts';
import { timeText } from './time-text.ts';

const faults = { 'content.missing': 'missing', 'content.changed': 'changed' } as const;
const mostCounted = 1000;

/** When all stored content was checked last, and how many contents of this log were missing or changed; nothing before the first check. */
export async function contentCheck(core: Core, owner: AuditOwner): Promise<Html | undefined> {
  const check = await core.lastCheck();
  if (check === undefined) return undefined;
  const { started, ended } = check;
  const counts = await Promise.all(
    (['content.missing', 'content.changed'] as const).map(async (action) => {
      const filter = { from: started, to: ended + 1, action };
      const entries = await core.audit.list(core.db, owner, filter, mostCounted + 1);
      return { action, count: new Set(entries.map(({ about }) => about.id)).size };
    }),
  );
  const found = counts.filter(({ count }) => count > 0);
  return html`<div class="card"><h2>Stored content</h2>
<p>Last check: <time datetime="${isoTime(ended)}">${timeText(ended)}</time></p>
${found.length === 0 ? html`<p>No missing or changed content.</p>` : html`<ul>${found.map((one) => line(core, one))}</ul><p>Ask the operator of this server to restore it from a backup.</p>`}</div>`;
}

function line({ path }: Core, { action, count }: { action: keyof typeof faults; count: number }): Html {
  const shown = count > mostCounted ? `More than ${mostCounted}` : count;
  return html`<li><a href="${path}/account/audit?action=${action}">${shown} ${faults[action]}</a></li>`;
}
