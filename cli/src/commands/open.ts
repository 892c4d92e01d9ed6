import { type FlagForm, readArguments } from '../arguments.ts';
import { isObject, type Members } from '../body.ts';
import { exits, Failure, wrongCall } from '../failure.ts';
import { type BuiltIn, sessionFor } from '../run.ts';
import type { Session } from '../session.ts';
import { namedTwin, twinsOf } from '../twins.ts';
import { openUsage } from '../usages.ts';
import { isUuid } from '../values.ts';

const forms: readonly FlagForm[] = [{ name: 'print', takes: 'none' }];

/** Pages of a twin in the console, by area. */
const ofTwin: Readonly<Record<string, string>> = {
  storage: '/files',
  models: '/models',
  scenes: '/scenes',
  'access-control': '/members',
  forms: '/forms',
  'reality-data': '/reality',
  capture: '/capture',
  'reality-analysis': '/analysis',
  'pnid-to-twin': '/drawings',
  'carbon-calculation': '/carbon',
  federation: '/feeds',
  'mesh-export': '/models',
  'changed-elements': '/models',
  'saved-views': '/models',
};
const pages: Readonly<Record<string, string>> = {
  twins: '/twins',
  jobs: '/jobs',
  webhooks: '/webhooks',
  applications: '/applications',
  library: '/library',
  observability: '/requests',
};

/** `twin open [<id>|<area>]`: the page of the console; prints its address, and opens it at a terminal. */
export const openPage: BuiltIn = async ({ io, table, argv }) => {
  const { words, flags, general, problems } = readArguments(argv, forms);
  const [given, ...more] = words;
  const wrong = [...problems, ...(more.length > 0 ? [`${more.join(' ')}: too many arguments.`] : [])];
  if (wrong.length > 0)
    throw wrongCall('Cannot open that.', [...wrong.map((one) => `  ${one}`), `Usage: ${openUsage}`]);
  const session = sessionFor(io, general, table);
  const twins = twinsOf(io, session);
  const area = table.index.areaAliases[given ?? ''] ?? given ?? '';
  const path = await pathFor();
  const address = `${(await session()).settings.url}/console${path}`;
  await io.stdout.write(`${address}\n`);
  if (io.stdout.isTerminal && flags.get('print')?.at(-1) !== 'true') io.open(address);

  async function pathFor(): Promise<string> {
    if (given === undefined) return `/twins/${await namedTwin(twins)}`;
    if (Object.hasOwn(pages, area)) return pages[area] ?? '';
    if (Object.hasOwn(ofTwin, area)) return `/twins/${await namedTwin(twins)}${ofTwin[area]}`;
    const found = await pageOf(given, await session());
    if (found !== undefined) return found;
    if (isUuid(given))
      throw new Failure(exits.notFound, `There is no twin, model, form or job "${given}" that you see.`);
    return `/twins/${await twins.idOf(given)}`;
  }
};

/** Where something with this id is shown: a twin, a model, a form or a job. */
async function pageOf(id: string, session: Session): Promise<string | undefined> {
  const at = encodeURIComponent(id);
  const twinOf = (thing: Members): string => String(thing.twinId ?? '');
  const places: readonly (readonly [path: string, member: string, page: (thing: Members) => string])[] = [
    [`/twins/${at}`, 'twin', () => `/twins/${at}`],
    [`/models/${at}`, 'model', (model) => `/twins/${twinOf(model)}/models/${at}`],
    [`/forms/${at}`, 'form', (form) => `/twins/${twinOf(form)}/forms/${at}`],
    [`/jobs/${at}`, 'job', (job) => (job.twinId ? `/twins/${twinOf(job)}/jobs` : '/jobs')],
  ];
  for (const [path, member, page] of isUuid(id) ? places : places.slice(2)) {
    const answer = await session.request('GET', path, { Accept: 'application/json' });
    const body: unknown = answer.ok ? await answer.json() : await answer.body?.cancel();
    const thing = isObject(body) ? body[member] : undefined;
    if (isObject(thing)) return page(thing);
  }
  return undefined;
}
