import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { entryKinds, registerVersion } from '../../../engines/crs/register/entries.ts';
import { invalidList } from '../errors.ts';
import type { systemsQuery } from './schema.ts';

const usualTop = 100;

/** Systems that fit, a page of them. The register is loaded when somebody first asks. */
export async function listSystems(query: Static<typeof systemsQuery>, { ports, now, caller, baseUrl }: Context) {
  const { $search: text, kind, at, $top: top = usualTop, continuationToken: token } = query;
  const kinds = kind === undefined ? undefined : entryKinds.filter((one) => kind.includes(one));
  const place = at === undefined ? undefined : placeOf(at);
  if (place === null) return refused('at', 'The at query parameter value is no longitude and latitude.');
  const binding = `systems ${caller.userId} ${JSON.stringify([text, kinds, place])}`;
  const after = token === undefined ? [0] : readContinuation(ports.secrets, binding, token, now);
  if (after === undefined)
    return refused('continuationToken', 'The continuationToken query parameter value is incorrect.');
  const { searchSystems } = await import('../../../engines/crs/register/search.ts');
  const { listedView } = await import('../../../engines/crs/view.ts');
  const found = searchSystems({ text, kinds, at: place });
  const start = Number(after[0]);
  const page = found.slice(start, start + top);
  const linkTo = continuationLinks(`${baseUrl}/surveys/coordinate-systems`, { ...query, $top: top });
  const isLast = start + top >= found.length;
  const next = isLast ? undefined : linkTo(writeContinuation(ports.secrets, binding, [start + top], now));
  return reply(200, {
    coordinateSystems: page.flatMap((code) => listedView(code) ?? []),
    registerVersion,
    ...(next === undefined ? {} : { _links: { next } }),
  });
}

/** Null: no place on earth. */
function placeOf(at: string): readonly [longitude: number, latitude: number] | null {
  const [longitude = Number.NaN, latitude = Number.NaN] = at.split(',').map(Number);
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : null;
}

const refused = (target: string, message: string) =>
  fail(invalidList, { details: [{ code: 'InvalidParameter', message, target }] });
