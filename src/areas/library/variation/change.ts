import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { noContent, type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { isUuid, newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import type { Found } from '../access.ts';
import { invalidValue } from '../body-rules.ts';
import { keptId, membersOf } from '../common-view.ts';
import { variations } from '../errors.ts';
import { type ChildOf, ofComponent, type ParentRow } from '../parent.ts';
import type { AdHocProperty } from '../property.ts';
import type { variationBody } from '../schema/variation.ts';
import { findDocument } from '../store/document.ts';
import {
  deleteVariationRow,
  findVariation,
  insertVariations,
  updateVariationRow,
  variationsOf,
} from '../store/variation.ts';
import type { VariationRow } from '../tables.ts';
import { variationView } from './view.ts';

type Body = Static<typeof variationBody>;

const wrongDesign = invalidValue('associatedDesignDocument', 'AssociatedDesignDocument value is not valid.');

const propertyOf = ({ displayName, type, value, unitOfMeasure }: NonNullable<Body['adHocProperties']>[number]) => {
  const kept: AdHocProperty = {
    displayName,
    type,
    ...(typeof value === 'string' ? { value } : {}),
    ...(typeof unitOfMeasure === 'string' ? { unitOfMeasure } : {}),
  };
  return kept;
};

const contentOf = ({ displayName, associatedDesignDocument, adHocProperties }: Body) => ({
  name: displayName,
  design_id: keptId(associatedDesignDocument),
  properties: jsonOf((adHocProperties ?? []).map(propertyOf)),
});

async function isDesign(db: Reader, componentId: string, id: string | null): Promise<boolean> {
  return id === null || (await findDocument(db, componentId, id))?.purpose === 'Design';
}

/** The design document is told along with all other faults. */
export async function checkDesign({ body }: RawInput, componentId: string, db: Reader): Promise<Detail[]> {
  const given = membersOf(body).associatedDesignDocument;
  if (typeof given !== 'string' || !isUuid(given)) return [];
  return (await isDesign(db, componentId, given.toLowerCase())) ? [] : [wrongDesign];
}

export async function createVariation({ library, resource }: Found<ParentRow>, body: Body, context: Context) {
  const { now, write, baseUrl } = context;
  const row: VariationRow = {
    id: newId(),
    account_id: resource.account_id,
    created: now,
    modified: now,
    revision: 1,
    parent_id: resource.id,
    ...contentOf(body),
  };
  const outcome = await write(async (tx) => {
    if ((await ofComponent.find(tx, library, resource.id)) === undefined)
      throw new NoLongerThere('The component is gone.');
    if (!(await isDesign(tx, resource.id, row.design_id))) return fail(variations.invalid, { details: [wrongDesign] });
    await insertVariations(tx, [row]);
    return undefined;
  });
  return isFailed(outcome) ? outcome : variationReply(201, row, baseUrl);
}

export async function updateVariation(
  { resource }: Found<ChildOf<VariationRow>>,
  body: Body,
  { now, write, baseUrl }: Context,
) {
  const { parent_id, id } = resource.row;
  const outcome = await write(async (tx) => {
    const before = await findVariation(tx, parent_id, id);
    if (before === undefined) throw new NoLongerThere(`Variation ${id} was deleted.`);
    const row = { ...before, ...contentOf(body), modified: now, revision: before.revision + 1 };
    if (!(await isDesign(tx, parent_id, row.design_id))) return fail(variations.invalid, { details: [wrongDesign] });
    await updateVariationRow(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : variationReply(200, outcome, baseUrl);
}

export async function deleteVariation({ resource: { row } }: Found<ChildOf<VariationRow>>, { write }: Context) {
  const outcome = await write(async (tx) => {
    if (!(await deleteVariationRow(tx, row.id))) throw new NoLongerThere(`Variation ${row.id} was deleted.`);
  });
  return isFailed(outcome) ? outcome : noContent;
}

export const listVariations = async (componentId: string, { db, baseUrl }: Context) =>
  reply(200, { variations: (await variationsOf(db, componentId)).map((row) => variationView(row, baseUrl)) });

export const variationReply = <const S extends number>(status: S, row: VariationRow, baseUrl: string) =>
  reply(status, { variation: variationView(row, baseUrl) }, { version: row.revision });
