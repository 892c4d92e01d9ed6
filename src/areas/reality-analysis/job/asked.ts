import type { Context } from '../../../api/http/context.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { type FoundInput, findInputs } from '../../../reality-jobs/inputs.ts';
import { findDetector } from '../detector/access.ts';
import { partsOfNumber } from '../detector/store.ts';
import { latestOf } from '../detector/view.ts';
import { detail } from '../errors.ts';
import type { VersionRow } from '../tables.ts';
import type { JobType } from './catalog.ts';

/** An input that a request names. */
export interface Named {
  readonly role: string;
  readonly names: 'data' | 'detector' | 'file';
  readonly id: string;
  readonly target: string;
}

export interface Looked {
  /** With the role of each. */
  readonly found: readonly (FoundInput & { readonly role: string })[];
  readonly detector: { readonly given: string; readonly versionId: string } | undefined;
  readonly faults: readonly Detail[];
}

/** An id of reality data or of an item of Storage. */
const isDataId = (text: string): boolean => text.length === 36 || text.length === 43;

/** Looks up data and detectors that a request names; each that is not available is a fault. */
export async function lookUp(named: readonly Named[], type: JobType, context: Context): Promise<Looked> {
  const faults: Detail[] = [];
  let detector: Looked['detector'];
  const data: Named[] = named.filter(({ names }) => names === 'data');
  for (const one of named.filter(({ names }) => names === 'detector')) {
    const version = await libraryVersion(one.id, context);
    if (version === undefined) {
      if (isDataId(one.id)) data.push(one);
      else faults.push(detail('InvalidParameter', `Detector '${one.id}' is not available.`, one.target));
    } else if (version.type !== type.detector) {
      const message = `Detector '${one.id}' is not a ${type.detector}.`;
      faults.push(detail('InvalidParameter', message, one.target));
    } else detector = { given: one.id, versionId: version.row.id };
  }
  const looked = await findInputs(data, context);
  const found: (FoundInput & { role: string })[] = [];
  for (const input of looked.found) {
    const { role = '', names = 'data' } = data.find(({ target }) => target === input.given.target) ?? {};
    if (names === 'detector' && input.data.type !== 'ContextDetector') {
      const message = `Detector '${input.given.id}' is not a ${type.detector}.`;
      faults.push(detail('InvalidParameter', message, input.given.target));
    } else found.push({ ...input, role });
  }
  const missing = looked.faults.map((fault): Detail => {
    const one = data.find(({ target }) => target === fault.target);
    if (one?.names !== 'detector') return fault;
    return detail('InvalidParameter', `Detector '${one.id}' is not available.`, one.target);
  });
  return { found, detector, faults: [...faults, ...missing] };
}

interface FoundLibraryVersion {
  readonly type: string;
  readonly row: VersionRow;
}

/** `name` or `name/1.0`: the newest version that is Ready, or the named one where it is. */
async function libraryVersion(text: string, { db, caller }: Context): Promise<FoundLibraryVersion | undefined> {
  const [, named, number = ''] = /^(.+)\/(\d{1,5}\.\d{1,5})$/.exec(text) ?? [];
  const found = await findDetector(db, caller, named ?? text);
  if (found === undefined) return undefined;
  const wanted = partsOfNumber(number);
  const ready = found.versions.filter(({ status }) => status === 'Ready');
  const row =
    wanted === undefined
      ? latestOf(ready)
      : ready.find(({ major, minor }) => major === wanted.major && minor === wanted.minor);
  return row && { type: found.row.type, row };
}

/** Which of the groups have nothing given. */
export const lacking = (type: JobType, roles: ReadonlySet<string>): string[] => [
  ...type.roles.filter(({ role, required }) => required && !roles.has(role)).map(({ spellings }) => spellings[0] ?? ''),
  ...type.oneOf.filter((group) => group.every((role) => !roles.has(role))).map(([first = '']) => first),
];

/** Detectors that another input stands in for. */
export function replaced(type: JobType, roles: ReadonlySet<string>): string[] {
  const detectors = type.roles.filter(({ names }) => names === 'detector').map(({ role }) => role);
  return detectors.filter(
    (detector) =>
      roles.has(detector) &&
      type.oneOf.some(
        (group) => group.includes(detector) && group.some((role) => role !== detector && roles.has(role)),
      ),
  );
}
