import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { decided, need } from '../access.ts';
import { findDefinition, sharedInto } from '../definition/store.ts';
import { definitionNotFound, invalidCreateForm } from '../errors.ts';
import type { FormsApi } from '../version.ts';
import type { GivenContent } from './changes.ts';
import { newContent, storeNew } from './new-form.ts';
import type { formCreate } from './schema.ts';
import { formView, namesIn } from './view.ts';

type Body = Static<typeof formCreate>;

export const formIdNotFound = { ...definitionNotFound, target: 'formId' };

/** Makes a form of a definition, in the twin that owns it or one that it is shared into. */
export async function createForm(body: Body, context: Context, api: FormsApi) {
  const place = await placeOf(body, context);
  if (isFailed(place)) return place;
  const { definition, twinId } = place;
  const outcome = await context.write(async (tx) => {
    const made = await newContent(tx, body as GivenContent, definition, twinId, context);
    if (made.faults.length > 0) return fail(invalidCreateForm, { details: made.faults });
    return storeNew(tx, made, definition, twinId, context);
  });
  if (isFailed(outcome)) return outcome;
  const names = await namesIn([outcome], context);
  const headers = { Location: `${context.baseUrl}/forms/${outcome.id}` };
  return reply(201, { formData: formView(outcome, names, api) }, { version: outcome.revision, headers });
}

/** The definition, and the twin in which the caller may make forms of it. */
async function placeOf({ formId, twinId }: Body, context: Context) {
  const { db, caller, ports } = context;
  const definition = await findDefinition(db, formId);
  if (definition === undefined) return fail(formIdNotFound);
  const wanted = twinId?.toLowerCase() ?? definition.twin_id;
  const usable = wanted === definition.twin_id || (await sharedInto(db, definition.id)).includes(wanted);
  const owner = await ports.twins.find(db, definition.twin_id);
  if (!usable || owner === undefined) return fail(formIdNotFound);
  const access = decided(await ports.access.of(db, caller, wanted), need.create, formIdNotFound, context);
  return isFailed(access) ? access : { definition, twinId: access.twin.id };
}
