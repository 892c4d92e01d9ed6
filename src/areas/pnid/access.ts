import {
  type Located,
  memberOrAdministrator,
  onResource,
  permission,
  type Requirement,
  twinAccess,
} from '../../api/auth/access-rules.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { fail, isFailed, type Problem, problems } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import { setNotFound, twinNotFound } from './errors.ts';
import { nameOfFileId } from './file-id.ts';
import { findInference, findInput, findResult, findRun } from './store/runs.ts';
import { findSet, type StoredSet } from './store/symbols.ts';
import type { InferenceRow, InputRow, ResultRow, RunRow } from './tables.ts';

export const prefix = '/synchronization/pnidtoitwin';

export const write = permission('MLRunInference');
/** The specification knows no 403 of reading. */
export const read: Requirement = { ...memberOrAdministrator, hides: true };

type OfInference = { readonly inferenceId: string };
type OfFile = OfInference & { readonly fileId: string };

/** An inference; its 404 differs from operation to operation. */
export const onInference = (notFound: Problem, need: Requirement): AccessRule<OfInference, Located<InferenceRow>> =>
  onResource({
    find: (db, { inferenceId }) => findInference(db, inferenceId),
    twinOf: (row: InferenceRow) => row.twin_id,
    notFound,
    need,
  });

/** Something of an inference. */
export interface Part<P> {
  readonly inference: InferenceRow;
  readonly part: P;
}

const onPart = <Params extends OfInference, P>(
  find: (db: Parameters<typeof findInference>[0], inference: InferenceRow, params: Params) => Promise<P | undefined>,
  notFound: Problem,
  need: Requirement,
): AccessRule<Params, Located<Part<P>>> =>
  onResource({
    async find(db, params) {
      const inference = await findInference(db, params.inferenceId);
      const part = inference && (await find(db, inference, params));
      return inference && part !== undefined ? { inference, part } : undefined;
    },
    twinOf: ({ inference }: Part<P>) => inference.twin_id,
    notFound,
    need,
  });

export const onInput = (notFound: Problem, need: Requirement): AccessRule<OfFile, Located<Part<InputRow>>> =>
  onPart((db, { id }, { fileId }: OfFile) => findInput(db, id, nameOfFileId(fileId) ?? ''), notFound, need);

export const onRun = (notFound: Problem, need: Requirement): AccessRule<OfInference, Located<Part<RunRow>>> =>
  onPart((db, { id }) => findRun(db, id), notFound, need);

/** A file of a run that can be seen. */
export const onResult = (notFound: Problem, need: Requirement): AccessRule<OfFile, Located<Part<ResultRow>>> =>
  onPart(
    async (db, { id }, { fileId }: OfFile) => {
      const row = await findResult(db, id, nameOfFileId(fileId) ?? '');
      return row?.visible === 1 ? row : undefined;
    },
    notFound,
    need,
  );

/** The twin that the query names. */
export const onAskedTwin: AccessRule<unknown, Access> = {
  permit: read.permit,
  problems: [twinNotFound],
  changes: 'inTwin',
  byQuery: true,
  resolve: (_params, context) => twinAccess(context, String(context.query.twinId), twinNotFound, read),
};

type OfSet = { readonly setId: string };

/** A symbol set. What is built in everybody may read, and nobody change. */
export const onSet = (need: Requirement): AccessRule<OfSet, StoredSet> => ({
  permit: need.permit,
  problems: [setNotFound, ...(need.hides ? [] : [problems.insufficientPermissions])],
  changes: 'inTwin',
  async resolve({ setId }, context) {
    const row = await findSet(context.db, setId);
    if (row === undefined) return fail(setNotFound);
    if (row.twin_id === null) return need.hides ? row : fail(problems.insufficientPermissions);
    const access = await twinAccess(context, row.twin_id, setNotFound, need);
    return isFailed(access) ? access : row;
  },
});
