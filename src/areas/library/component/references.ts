import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { isUuid } from '../../../std/ids.ts';
import type { Library } from '../access.ts';
import { unknownReferences } from '../body-rules.ts';
import { keptId, membersOf } from '../common-view.ts';
import { knownCatalogs } from '../store/catalog.ts';
import { knownTerms } from '../store/term.ts';
import type { ComponentRow, TermKind } from '../tables.ts';

/** What a body refers to in the library. */
export interface ReferenceBody {
  readonly catalogs?: readonly string[] | null;
  readonly application?: string | null;
  readonly category?: string | null;
  readonly manufacturer?: string | null;
}

const kinds = ['application', 'category', 'manufacturer'] as const satisfies TermKind[];

/** References to words, as columns. */
export const columnsOf = (
  body: ReferenceBody,
): Pick<ComponentRow, 'application_id' | 'category_id' | 'manufacturer_id'> => ({
  application_id: keptId(body.application),
  category_id: keptId(body.category),
  manufacturer_id: keptId(body.manufacturer),
});

/** Ids of catalogs, each once. */
export const catalogIdsOf = ({ catalogs }: ReferenceBody): string[] => [
  ...new Set((catalogs ?? []).map((id) => id.toLowerCase())),
];

/** The same references without those that name nothing in the library. */
export async function knownReferences(
  db: Reader,
  accountId: string,
  body: ReferenceBody,
): Promise<Required<ReferenceBody>> {
  const ids = kinds.flatMap((kind) => keptId(body[kind]) ?? []);
  const terms = await knownTerms(db, accountId, ids);
  const known = (kind: TermKind) => {
    const id = keptId(body[kind]);
    return id !== null && terms.get(id) === kind ? id : null;
  };
  return {
    catalogs: await knownCatalogs(db, accountId, catalogIdsOf(body)),
    application: known('application'),
    category: known('category'),
    manufacturer: known('manufacturer'),
  };
}

/** True when something that the body refers to is not there. */
export async function refersToNothing(db: Reader, accountId: string, body: ReferenceBody): Promise<boolean> {
  const known = await knownReferences(db, accountId, body);
  const lost = kinds.some((kind) => keptId(body[kind]) !== known[kind]);
  return lost || (known.catalogs ?? []).length !== catalogIdsOf(body).length;
}

/** References are told along with all other faults; those that are no ids at all are told by the shape. */
export async function checkReferences({ body }: RawInput, { account }: Library, db: Reader): Promise<Detail[]> {
  const given = membersOf(body);
  const id = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : null);
  const asked = {
    catalogs: Array.isArray(given.catalogs) ? given.catalogs.slice(0, 200).filter((one) => id(one) !== null) : [],
    application: id(given.application),
    category: id(given.category),
    manufacturer: id(given.manufacturer),
  };
  return (await refersToNothing(db, account?.id ?? '', asked)) ? [unknownReferences] : [];
}
