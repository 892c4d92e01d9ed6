import { eventsOf, hasEnded, type Job, JobFailed, jobsBegunBy, waitForJobs } from '../../client/src/node.ts';
import type { Given } from './arguments.ts';
import { isObject, type Members } from './body.ts';
import { exits, Failure } from './failure.ts';
import { type Io, tell } from './io.ts';
import { listWriter, writeThing } from './output.ts';
import { itemsOf } from './pages.ts';
import { clientOf } from './platform-client.ts';
import { refusalOf } from './refusal.ts';
import type { Session } from './session.ts';
import type { Operation } from './table.ts';
import { harmless } from './text.ts';
import { failureFrom, jobFailure } from './transfer-failure.ts';

interface Following {
  readonly io: Io;
  readonly operation: Operation;
  readonly given: Given;
  readonly session: Session;
}

const pollMs = 2000;

/** Follows the jobs that an answer names, then shows what they made, else the answer itself. */
export async function followAndShow(
  answer: Response,
  own: { readonly bytes: Uint8Array; readonly body: unknown } | undefined,
  following: Following,
): Promise<void> {
  const { io, given, operation } = following;
  const jobs = await followJobs(jobsBegunBy(answer), following);
  const resource = jobs.map(resourceOf).find((one) => one !== undefined);
  if (resource !== undefined && (await showResource(resource, following))) return;
  if (own === undefined) return;
  if (operation.items === undefined) return writeThing(own.body, own.bytes, given.general, io);
  const writer = listWriter({ io, general: given.general, columns: operation.columns, member: operation.items });
  await writer.items(itemsOf(own.body, operation.items));
  await writer.end();
}

/** Follows jobs one after the other; ends with the first that did not succeed, once all have ended. */
export async function followJobs(ids: readonly string[], following: Omit<Following, 'operation'>): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const id of ids) jobs.push(await followJob(id, following));
  const wrong = jobs.find(({ state }) => state !== 'Succeeded');
  if (wrong) throw jobFailure(new JobFailed(wrong));
  return jobs;
}

function resourceOf({ _links: links }: Job): string | undefined {
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

/** Follows a job until it has ended; where its stream breaks it is asked again and again. */
export async function followJob(id: string, { session, io, given }: Omit<Following, 'operation'>): Promise<Job> {
  const show = progressOf({ io, given });
  try {
    const options = { signal: io.interrupted, sleep: (ms: number) => io.sleep(ms), onProgress: show.job };
    const [job] = await waitForJobs(clientOf(session), [id], options);
    if (job === undefined) throw new Error(`Job ${id} has no end.`);
    return job;
  } catch (error) {
    if (error instanceof JobFailed) return error.job;
    if (io.interrupted.aborted) throw new Failure(exits.interrupted, `The job continues: twin jobs watch ${id}`);
    throw failureFrom(error, io, session.settings.url);
  } finally {
    await show.end();
  }
}

/** `Import pier.ifc, version 1  62 %  geometry  3,120 of 5,000 elements` */
export function lineOf(job: Members | Job): string {
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
  let logged: readonly string[] = [];
  return {
    job: async (job: Job): Promise<void> => {
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
  async function newLog({ log }: Job): Promise<void> {
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
      if (last !== undefined && hasEnded({ state: String(last.state) })) break;
      await io.sleep(pollMs);
      current = await session.request('GET', path, { Accept: 'text/event-stream' });
      if (!current.ok) throw await refusalOf(current, { method: 'GET', address: path, operation });
    }
  } catch (error) {
    if (io.interrupted.aborted && operation.id === 'jobs.getJobEvents')
      throw new Failure(exits.interrupted, `The job continues: twin jobs watch ${given.words[0]}`);
    throw error;
  }
  if (last?.state !== 'Succeeded') throw jobFailure(new JobFailed((last ?? {}) as unknown as Job));
}
