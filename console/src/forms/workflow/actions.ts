import { answerOf, platform, taggedAnswerOf } from '../../platform/client.ts';
import type { Version, Workflow } from '../../ui/forms/types.ts';
import type { Stored } from './edit.ts';

const api = platform.forms;

/** Whose workflow it is: forms of a type and a discipline. */
export interface Kind {
  readonly twinId: string;
  readonly type: string;
  readonly discipline: string | undefined;
}

const paramsOf = ({ twinId, type, discipline }: Kind) => ({
  path: { type },
  query: { twinId, ...(discipline ? { discipline } : {}) },
});

/** Puts a workflow in the place of a version. Errors: 412, where somebody else was faster. */
export async function saveWorkflow(
  kind: Kind,
  { uninitializedState, ...rest }: Stored,
  etag: string,
): Promise<Version<Workflow | null>> {
  const { name: _, ...first } = uninitializedState ?? { name: null };
  const body = { ...rest, ...('stateCategory' in first ? { uninitializedState: first } : {}) };
  const init = { params: paramsOf(kind), headers: { 'If-Match': etag }, body };
  const stored = await taggedAnswerOf(api.PUT('/forms/workflows/{type}', init));
  return { value: stored.answer.workflow, etag: stored.etag };
}

/** Errors: 412, where somebody else has changed it since. */
export async function removeWorkflow(kind: Kind, etag: string): Promise<void> {
  const init = { params: paramsOf(kind), headers: { 'If-Match': etag } };
  await answerOf(api.DELETE('/forms/workflows/{type}', init));
}
