import type { Access } from '../../../api/ports/access.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { dueDayOf } from '../../../std/due-day.ts';
import { viewPermissions } from '../access.ts';
import type { FormRow } from '../tables.ts';
import { type Assignee, type Content, contentOf, responsible } from './content.ts';

const mostPeople = 200;

/** What happened to a form that people may want to know. */
export interface Happening {
  readonly row: FormRow;
  /** Undefined: it is new. */
  readonly former: Content | undefined;
  readonly content: Content;
  readonly note: string | undefined;
  readonly caller: Caller;
  readonly baseUrl: string;
}

type Used = Pick<Ports, 'access' | 'people' | 'twins' | 'mail' | 'settings'>;

/**
 * Puts mails into the outbox: to who became responsible, and of another status to who made the form and who is
 * responsible. Nobody gets two, and who did it gets none.
 */
export async function mailFormChange(tx: Transaction, happening: Happening, ports: Used): Promise<void> {
  if (!ports.settings.forms.mail) return;
  const { row, former, content, caller } = happening;
  const known = new Set(former ? responsible(former).map(({ id }) => id) : []);
  const newly = responsible(content).filter(({ id }) => !known.has(id));
  const assigned = await peopleBehind(tx, row.twin_id, newly, ports);
  const stepped = former !== undefined && former.status !== content.status;
  const others = stepped ? await peopleBehind(tx, row.twin_id, responsible(content), ports) : [];
  const told = new Set([...assigned, ...others, ...(stepped ? [row.created_by] : [])]);
  told.delete(caller.userId);
  const subject = content.subject ? `: ${content.subject}` : '';
  for (const { address, twin, id } of await addressesOf(tx, row.twin_id, [...told], ports)) {
    const what = assigned.includes(id) ? 'was assigned to you' : `is now ${content.status ?? ''}`;
    await ports.mail.send(tx, {
      to: address,
      subject: `[${twin.displayName}] ${row.number} ${what}${subject}`,
      text: textOf({ ...happening, by: caller.displayName }, twin),
      sandboxId: twin.sandboxId,
    });
  }
}

/** Puts mails into the outbox: to who is responsible for a form that is due. */
export async function mailDueForm(tx: Transaction, row: FormRow, baseUrl: string, ports: Used): Promise<void> {
  const content = contentOf(row);
  const told = await peopleBehind(tx, row.twin_id, responsible(content), ports);
  const subject = content.subject ? `: ${content.subject}` : '';
  for (const { address, twin } of await addressesOf(tx, row.twin_id, told, ports)) {
    await ports.mail.send(tx, {
      to: address,
      subject: `[${twin.displayName}] ${row.number} is due${subject}`,
      text: textOf({ row, content, note: undefined, by: undefined, baseUrl }, twin),
      sandboxId: twin.sandboxId,
    });
  }
}

/** Users among the assignees, and those who hold the roles among them. */
async function peopleBehind(tx: Transaction, twinId: string, all: readonly Assignee[], { access }: Used) {
  const found = await Promise.all(
    all.map(async ({ id, isRole }) => (isRole ? await access.roles.holders(tx, twinId, id) : [id])),
  );
  return [...new Set(found.flat())];
}

/** E-mail addresses of those of the people who may view the forms of the twin. */
async function addressesOf(tx: Transaction, twinId: string, ids: readonly string[], { access, people }: Used) {
  const users = await people.byIds(tx, ids.slice(0, mostPeople));
  const found = [];
  for (const user of users) {
    if (user.kind !== 'user' || user.email === '') continue;
    const theirs = await access.ofUser(tx, user.id, twinId);
    if (theirs && mayView(theirs)) found.push({ id: user.id, address: user.email, twin: theirs.twin });
  }
  return found;
}

const mayView = (access: Access): boolean => viewPermissions.some((name) => access.may(name));

type Told = Pick<Happening, 'row' | 'content' | 'note' | 'baseUrl'> & { readonly by: string | undefined };

function textOf({ row, content, note, by, baseUrl }: Told, twin: TwinFacts): string {
  const due = content.dueDate === undefined ? undefined : dueDayOf(content.dueDate, twin.timeZone ?? 'UTC');
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Form', row.number],
    ['Type', row.type],
    ['Subject', content.subject],
    ['Twin', twin.displayName],
    ['Status', content.status],
    ['Due', due],
    ['By', by],
    ['Note', note],
    ['Address', `${baseUrl}/console/twins/${row.twin_id}/forms/${row.id}`],
  ];
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n');
}
