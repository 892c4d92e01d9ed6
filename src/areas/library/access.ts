import type { Context } from '../../api/http/context.ts';
import type { AccessRule, Permit } from '../../api/http/endpoint.ts';
import { fail, isFailed, type Problem, problems } from '../../api/http/problem.ts';
import type { TwinFacts } from '../../api/ports/twins.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { isUuid } from '../../std/ids.ts';

/** The library that a request is about, as its caller sees it. */
export interface Library {
  /** Whose it is. Undefined as long as a person without organization has put nothing into it. */
  readonly account: TwinFacts | undefined;
  /** The twin in whose context it is seen: then only what is published is there. */
  readonly project: string | undefined;
}

/** Something in a library. */
export interface Found<R> {
  readonly library: Library;
  readonly resource: R;
}

type Permission = 'library_read' | 'library_write' | 'library_upload' | 'library_view_analytics';

/** What an operation needs, and how those are refused who lack it. */
interface Need {
  readonly permission: Permission;
  readonly refusal: Problem;
  /** `projectId` may name another library. */
  readonly inProject?: boolean;
}

const { insufficientPermissions } = problems;

/** Reading hides what its caller may not read behind the 404 of the operation. */
export const reading = (refusal: Problem): Need => ({ permission: 'library_read', refusal });
/** The same, also in the context of a twin. */
export const readingInProject = (refusal: Problem): Need => ({ ...reading(refusal), inProject: true });
export const changing: Need = { permission: 'library_write', refusal: insufficientPermissions };
export const uploading: Need = { permission: 'library_upload', refusal: insufficientPermissions };
export const viewingAnalytics: Need = { permission: 'library_view_analytics', refusal: insufficientPermissions };

const permitOf = ({ permission, inProject }: Need): Permit => ({
  level: 'permission',
  permission,
  text: `Permission ${permission} in the Account of the caller's organization${inProject ? ', with projectId in that twin or its Account' : ''}.`,
});

/** The library, whatever of it the operation is about. */
export const inLibrary = (need: Need): AccessRule<unknown, Library> => ({
  permit: permitOf(need),
  problems: [need.refusal],
  changes: 'shared',
  resolve: async (_params, context) => (await libraryFor(need, context)) ?? fail(need.refusal),
});

/** Something of the library that the path names; `find` is asked only for callers who may. */
export const onItem = <P, R>(
  need: Need,
  find: (db: Reader, library: Library, params: P) => Promise<R | undefined>,
  notFound: Problem,
): AccessRule<P, Found<R>> => ({
  permit: permitOf(need),
  problems: need.refusal === notFound ? [notFound] : [need.refusal, notFound],
  changes: 'shared',
  async resolve(params, context) {
    const library = await inLibrary(need).resolve({}, context);
    if (isFailed(library)) return library;
    const resource = await find(context.db, library, params);
    return resource === undefined ? fail(notFound) : { library, resource };
  },
});

/** Undefined where the caller may not. */
function libraryFor(need: Need, context: Context): Promise<Library | undefined> {
  const { projectId } = context.query;
  return need.inProject && typeof projectId === 'string' ? ofProject(projectId, context) : ofCaller(need, context);
}

async function ofCaller({ permission }: Need, { db, caller, ports }: Context): Promise<Library | undefined> {
  const account = await ports.twins.primaryAccount(db, caller);
  const library = { account, project: undefined };
  if (account === undefined) return caller.organizationId === null ? library : undefined;
  const access = await ports.access.of(db, caller, account.id);
  const may = permission === 'library_view_analytics' ? access?.reads(permission) : access?.may(permission);
  return may ? library : undefined;
}

async function ofProject(projectId: string, { db, caller, ports }: Context): Promise<Library | undefined> {
  const project = projectId.toLowerCase();
  const inTwin = isUuid(project) ? await ports.access.of(db, caller, project) : undefined;
  if (!inTwin?.visible) return undefined;
  const inAccount = await ports.access.of(db, caller, inTwin.twin.accountId);
  const may = inTwin.may('library_read') || inAccount?.may('library_read');
  return inAccount && may ? { account: inAccount.twin, project } : undefined;
}

/** The Account whose library is changed; a person's own is made when it is not there yet. */
export const accountFor = (tx: Transaction, { account }: Library, { caller, ports }: Context): Promise<TwinFacts> =>
  account === undefined ? ports.twins.ensurePrimaryAccount(tx, caller) : Promise.resolve(account);

/** Of a library in which something was found. */
export function accountOf({ account }: Library): TwinFacts {
  if (account === undefined) throw new Error('A library without an Account holds something.');
  return account;
}
