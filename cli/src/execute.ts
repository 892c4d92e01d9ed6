import type { Given } from './arguments.ts';
import { confirmDelete } from './confirm.ts';
import { exits, Failure } from './failure.ts';
import { writeFileAnswer } from './file-answer.ts';
import { type Io, tell } from './io.ts';
import { listWriter, writeThing } from './output.ts';
import { followPages } from './pages.ts';
import { refusalOf } from './refusal.ts';
import { type Prepared, requestOf } from './request.ts';
import type { Session } from './session.ts';
import type { Operation } from './table.ts';
import { nextOf, twinsOf } from './twins.ts';

export interface Execution {
  readonly io: Io;
  readonly operation: Operation;
  readonly given: Given;
  readonly session: () => Promise<Session>;
}

/** Calls an operation and shows what comes back. */
export async function execute(execution: Execution): Promise<void> {
  const { io, operation, given } = execution;
  if (operation.answer === 'file' && given.general.output === undefined && io.stdout.isTerminal)
    throw new Failure(exits.wrongCall, 'This is a file. Name one with -o, or pipe the output.');
  const prepared = await requestOf(operation, given, io, twinsOf(io, execution.session));
  const session = await execution.session();
  if (!(await confirmDelete(io, operation, prepared.path, given.general))) return;
  const answer = await answerTo(io, session, operation, prepared);
  if (operation.answer === 'file') return writeFileAnswer(answer, given.general, io);
  if (operation.answer === 'events')
    return (await import('./jobs.ts')).watchStream(answer, { ...execution, session }, prepared.path);
  if (answer.status === 204 || operation.answer === 'none') {
    await answer.body?.cancel();
    if (given.general.wait) await follow(answer, undefined, { ...execution, session });
    return;
  }
  await show(answer, { ...execution, session }, prepared);
}

/** The module is not needed by who does not wait. */
const follow = async (...following: Parameters<typeof import('./jobs.ts')['followAndShow']>): Promise<void> =>
  (await import('./jobs.ts')).followAndShow(...following);

/** The answer of a success; others end the command. */
async function answerTo(io: Io, session: Session, operation: Operation, prepared: Prepared): Promise<Response> {
  const { method, path, headers, body } = prepared;
  const base = operation.at === 'auth' ? await session.authUrl() : session.settings.url;
  const address = base + path;
  const answer = await session.request(method, address, headers, body);
  const leads = answer.status >= 300 && answer.status < 400 && operation.answer === 'file';
  if (leads) return redirected(io, answer, address);
  if (answer.ok) return answer;
  throw await refusalOf(answer, { method, address, operation });
}

/** A file is often elsewhere, at an address that is a right in itself: the token stays here. */
async function redirected(io: Io, answer: Response, address: string): Promise<Response> {
  await answer.body?.cancel();
  const place = new URL(answer.headers.get('Location') ?? '', address).href;
  const file = await io.fetch(place, { redirect: 'follow', signal: io.interrupted });
  if (file.ok) return file;
  throw await refusalOf(file, { method: 'GET', address: new URL(place).origin });
}

/** The bytes of an answer and what they say; a fault where they are no JSON. */
export async function jsonOf(answer: Response): Promise<{ readonly bytes: Uint8Array; readonly body: unknown }> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch {
    throw new Failure(exits.unreachable, 'The connection broke before the answer was whole.');
  }
  const text = new TextDecoder().decode(bytes);
  try {
    return { bytes, body: JSON.parse(text) };
  } catch {
    throw new Failure(
      exits.rejected,
      `The server answered ${answer.status} with what is no JSON: ${text.slice(0, 200)}`,
    );
  }
}

async function show(
  answer: Response,
  execution: Omit<Execution, 'session'> & { readonly session: Session },
  prepared: Prepared,
): Promise<void> {
  const { io, operation, given, session } = execution;
  const { general } = given;
  const { bytes, body } = await jsonOf(answer);
  const jobs = answer.headers.get('TwinPlatform-Job');
  if (general.wait && jobs !== null) return follow(answer, { bytes, body }, { io, operation, given, session });
  const { items: member, columns } = operation;
  if (member === undefined) return writeThing(body, bytes, general, io);
  const follows = operation.method === 'GET' && (general.all || general.limit !== undefined);
  if (general.json === true && !follows) {
    await writeThing(body, bytes, general, io);
    return hintOfMore(body, operation, io);
  }
  const writer = listWriter({ io, general, columns, member });
  const count = await followPages({ session, operation, prepared, writer, first: body, general, follows });
  await writer.end();
  if (count === 0 && general.json === undefined && !general.jsonl && !general.csv)
    await tell(io, `No ${nounOf(member)}.`);
  if (!follows) await hintOfMore(body, operation, io);
}

/** `auditTrailEntries` → `audit trail entries`. */
const nounOf = (member: string): string =>
  /^[a-z]+$/i.test(member) ? member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : 'items';

async function hintOfMore(body: unknown, { method }: Operation, io: Io): Promise<void> {
  if (method === 'GET' && nextOf(body) !== undefined) await tell(io, 'There are more: use --all, or --limit <n>.');
}
