import { pathWith, type World } from '../support/world.ts';
import { operationsOf, queryOf } from '../support/world-requests.ts';

/** What all reading operations answer to the administrator about a world, without what differs at each request; `refused`: 403. */
export async function snapshotOf(world: World, refused: readonly string[] = []): Promise<Record<string, string>> {
  // a GET that answers no HEAD makes something
  const reading = operationsOf(world.p).filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.head !== false);
  const answers = reading.map(async ({ endpoint, prefix }) => {
    // the log of an organization tells of its other twins, too, in which somebody may do what they like
    const query =
      endpoint.id === 'audit.getEntries' ? `?twinId=${await world.idOf('twin')}` : await queryOf(endpoint, world);
    const path = prefix + pathWith(endpoint, await world.paramsOf(endpoint)) + query;
    const answer = await world.p.call(world.society.administrator, `GET ${path}`);
    if (answer.status === 403 && refused.includes(endpoint.id)) return [endpoint.id, '403'] as const;
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`);
    return [
      endpoint.id,
      JSON.stringify(answer.body)
        .replaceAll(/("clock":\{"dateTime":)"[^"]*"/g, '$1')
        .replaceAll(/(\/~[\w-]{40,}[^"\\?]*)?\?s[epv]=[^"\\]*/g, ''),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}
