import type { Transaction } from '../../kernel/db/database.ts';
import type { Access } from '../../kernel/ports/access.ts';
import type { Caller } from '../../kernel/ports/people.ts';
import type { Ports } from '../../kernel/ports/ports.ts';
import { viewPermissions } from './access.ts';
import { type Assignee, type Content, contentOf, responsible } from './form/content.ts';
import type { FormRow } from './tables.ts';

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
export async function tellOfForm(tx: Transaction, happening: Happening, ports: Used): Promise<void> {
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
  for (const { address, twinName, id } of await addressesOf(tx, row.twin_id, [...told], ports)) {
    const what = assigned.includes(id) ? 'was assigned to you' : `is now ${content.status ?? ''}`;
    await ports.mail.send(tx, {
      to: address,
      subject: `[${twinName}] ${row.number} ${what}${subject}`,
      text: textOf({ ...happening, by: caller.displayName }, twinName),
    });
  }
}

/** Puts mails into the outbox: to who is responsible for a form that is due. */
export async function tellOfDue(tx: Transaction, row: FormRow, baseUrl: string, ports: Used): Promise<void> {
  const content = contentOf(row);
  const told = await peopleBehind(tx, row.twin_id, responsible(content), ports);
  const subject = content.subject ? `: ${content.subject}` : '';
  for (const { address, twinName } of await addressesOf(tx, row.twin_id, told, ports)) {
    await ports.mail.send(tx, {
      to: address,
      subject: `[${twinName}] ${row.number} is due${subject}`,
      text: textOf({ row, content, note: undefined, by: undefined, baseUrl }, twinName),
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
    if (theirs && mayView(theirs)) found.push({ id: user.id, address: user.email, twinName: theirs.twin.displayName });
  }
  return found;
}

const mayView = (access: Access): boolean => viewPermissions.some((name) => access.may(name));

type Told = Pick<Happening, 'row' | 'content' | 'note' | 'baseUrl'> & { readonly by: string | undefined };

function textOf({ row, content, note, by, baseUrl }: Told, twinName: string): string {
  const due = content.dueDate === undefined ? undefined : new Date(content.dueDate).toISOString().slice(0, 10);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Form', row.number],
    ['Type', row.type],
    ['Subject', content.subject],
    ['Twin', twinName],
    ['Status', content.status],
    ['Due', due],
    ['By', by],
    ['Note', note],
    ['Address', `${baseUrl}/console/twins/${row.twin_id}/forms/${row.id}`],
  ];
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n');
}
