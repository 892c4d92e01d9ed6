import type { Given } from './arguments.ts';
import { isObject, type Members } from './body.ts';
import { exits, Failure } from './failure.ts';
import { type Io, tell } from './io.ts';
import { listWriter, writeThing } from './output.ts';
import { itemsOf } from './pages.ts';
import { refusalOf } from './refusal.ts';
import type { Session } from './session.ts';
import type { Operation } from './table.ts';
import { harmless } from './text.ts';

interface Following {
  readonly io: Io;
  readonly operation: Operation;
  readonly given: Given;
  readonly session: Session;
}

const pollMs = 2000;
const ended = new Set(['Succeeded', 'Failed', 'Cancelled']);
const accept = { Accept: 'application/vnd.vendor.twin-platform.v1+json' };

/** Follows the jobs that an answer names, then shows what they made, else the answer itself. */
export async function followAndShow(
  answer: Response,
  own: { readonly bytes: Uint8Array; readonly body: unknown } | undefined,
  following: Following,
): Promise<void> {
  const { io, given, operation } = following;
  const ids = answer.headers.get('TwinPlatform-Job')?.split(/,\s*/) ?? [];
  const jobs: Members[] = [];
  for (const id of ids) jobs.push(await followJob(id, following));
  const wrong = jobs.find(({ state }) => state !== 'Succeeded');
  if (wrong) throw failureOf(wrong);
  const resource = jobs.map(resourceOf).find((one) => one !== undefined);
  if (resource !== undefined && (await showResource(resource, following))) return;
  if (own === undefined) return;
  if (operation.items === undefined) return writeThing(own.body, own.bytes, given.general, io);
  const writer = listWriter({ io, general: given.general, columns: operation.columns, member: operation.items });
  await writer.items(itemsOf(own.body, operation.items));
  await writer.end();
}

function resourceOf({ _links: links }: Members): string | undefined {
  const resource = isObject(links) ? links.resource : undefined;
  return isObject(resource) && typeof resource.href === 'string' ? resource.href : undefined;
}

/** True when it could be read: some results are seen by others only. */
async function showResource(address: string, { session, given, io }: Following): Promise<boolean> {
  const answer = await session.request('GET', address, { Accept: 'application/json' });
  if (!answer.ok) {
    await answer.body?.cancel();
    return false;
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  await writeThing(JSON.parse(new TextDecoder().decode(bytes)), bytes, given.general, io);
  return true;
}

function failureOf(job: Members): Failure {
  const title = harmless(String(job.title));
  const error = isObject(job.error) ? job.error : undefined;
  const why =
    error === undefined ? 'was cancelled.' : `failed: ${harmless(String(error.message))} (${String(error.code)})`;
  return new Failure(exits.jobFailed, `${title} ${why}`, { lines: [`  job ${String(job.id)}`] });
}

/** Follows a job until it has ended; where its stream breaks it is asked again and again. */
async function followJob(id: string, following: Following): Promise<Members> {
  const { session, io } = following;
  const show = progressOf(following);
  const path = `/jobs/${encodeURIComponent(id)}`;
  try {
    for (;;) {
      const answer = await session.request('GET', `${path}/events`, { Accept: 'text/event-stream' });
      if (answer.ok && answer.headers.get('Content-Type')?.startsWith('text/event-stream'))
        for await (const job of eventsOf(answer)) {
          await show.job(job);
          if (ended.has(String(job.state))) return job;
        }
      else await answer.body?.cancel();
      const { job } = await session.json('GET', path, accept);
      if (isObject(job)) {
        await show.job(job);
        if (ended.has(String(job.state))) return job;
      }
      await io.sleep(pollMs);
    }
  } catch (error) {
    if (io.interrupted.aborted) throw new Failure(exits.interrupted, `The job continues: twin jobs watch ${id}`);
    throw error;
  } finally {
    await show.end();
  }
}

/** The data of server-sent events that are JSON objects; ends where the connection does. */
async function* eventsOf(answer: Response): AsyncGenerator<Members, void> {
  if (answer.body === null) return;
  let rest = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(chunk, { stream: true });
      const events = rest.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = event
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trimStart())
          .join('\n');
        if (data === '') continue;
        const value: unknown = JSON.parse(data);
        if (isObject(value)) yield value;
      }
    }
  } catch {
    // a stream that breaks is begun again
  }
}

/** `Import pier.ifc, version 1  62 %  geometry  3,120 of 5,000 elements` */
export function lineOf(job: Members): string {
  const count = new Intl.NumberFormat('en-GB');
  const { done, total, unit, percent, step, state, title } = job;
  const amount =
    typeof done === 'number' && typeof total === 'number'
      ? `${count.format(done)} of ${count.format(total)} ${unit ?? ''}`.trim()
      : '';
  const parts = [
    harmless(String(title)),
    typeof percent === 'number' && state === 'Running' ? `${Math.floor(percent)} %` : String(state),
    state === 'Running' && typeof step === 'string' ? harmless(step) : '',
    state === 'Running' ? amount : '',
  ];
  return parts.filter((one) => one !== '').join('  ');
}

/** At a terminal one line that changes; elsewhere a line for each state and step; with -v new lines of the log. */
function progressOf({ io, given }: Pick<Following, 'io' | 'given'>) {
  let before = '';
  let isOpen = false;
  let logged: readonly unknown[] = [];
  return {
    async job(job: Members): Promise<void> {
      if (given.general.verbose) await newLog(job);
      const line = lineOf(job);
      const key = io.stderr.isTerminal ? line : `${job.state} ${job.step}`;
      if (key === before) return;
      before = key;
      isOpen = io.stderr.isTerminal;
      await io.stderr.write(isOpen ? `\r\u001b[K${[...line].slice(0, io.stderr.width - 1).join('')}` : `${line}\n`);
    },
    async end(): Promise<void> {
      if (isOpen) await io.stderr.write('\n');
      isOpen = false;
    },
  };
  async function newLog({ log }: Members): Promise<void> {
    if (!Array.isArray(log)) return;
    const last = logged.at(-1);
    const from = last === undefined ? 0 : log.lastIndexOf(last) + 1;
    for (const line of log.slice(from)) await tell(io, harmless(String(line)));
    logged = log;
  }
}

/** `twin jobs watch`: a line for each event of the job, with `--jsonl` the job itself. Other streams are shown as they are. */
export async function watchStream(answer: Response, following: Following, path: string): Promise<void> {
  const { io, given, session, operation } = following;
  const text = (event: Members) =>
    given.general.jsonl || operation.id !== 'jobs.getJobEvents' ? JSON.stringify(event) : lineOf(event);
  let current = answer;
  let last: Members | undefined;
  let told = '';
  try {
    for (;;) {
      for await (const event of eventsOf(current)) {
        last = event;
        const line = text(event);
        if (line !== told) await io.stdout.write(`${line}\n`);
        told = line;
      }
      if (operation.id !== 'jobs.getJobEvents') return;
      if (last !== undefined && ended.has(String(last.state))) break;
      await io.sleep(pollMs);
      current = await session.request('GET', path, { Accept: 'text/event-stream' });
      if (!current.ok) throw await refusalOf(current, { method: 'GET', address: path, operation });
    }
  } catch (error) {
    if (io.interrupted.aborted && operation.id === 'jobs.getJobEvents')
      throw new Failure(exits.interrupted, `The job continues: twin jobs watch ${given.words[0]}`);
    throw error;
  }
  if (last?.state !== 'Succeeded') throw failureOf(last ?? {});
}
