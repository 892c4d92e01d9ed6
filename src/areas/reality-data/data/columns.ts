import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { parseInstant } from '../../../std/instant.ts';
import type { dataUpdate } from '../schema.ts';
import type { DataRow } from '../tables.ts';
import { typeNamed, unstructured } from '../types.ts';

type Given = Static<typeof dataUpdate>;

/** The columns that a body changes: what is absent stays, null clears. */
export function columnsOf(body: Given): Partial<DataRow> {
  const { displayName, type, classification, tags, authoring, ownerId } = body;
  const texts = {
    dataset: body.dataset,
    group_name: body.group,
    description: body.description,
    attribution: body.attribution,
    terms: body.termsOfUse,
    root_document: body.rootDocument,
  };
  return {
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(type === undefined ? {} : typeColumns(type)),
    ...(classification === undefined ? {} : { classification: classification ?? 'Undefined' }),
    ...Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => textColumn(name, text))),
    ...(tags === undefined ? {} : { tags: JSON.stringify([...new Set(tags ?? [])]) }),
    ...acquisitionColumns(body),
    ...extentColumns(body),
    ...(body.crs === undefined ? {} : { crs_id: body.crs?.id ?? null, crs_vertical: body.crs?.verticalId || null }),
    ...(authoring === undefined ? {} : { authoring: Number(authoring ?? false) }),
    ...(ownerId ? { owner_id: ownerId.toLowerCase() } : {}),
  };
}

const textColumn = (name: string, text: string | null | undefined) =>
  text === undefined ? [] : [[name, text === null || text === '' ? null : text] as const];

/** What is not declared is looked for in the content. */
function typeColumns(text: string): Partial<DataRow> {
  const type = typeNamed(text) ?? unstructured;
  return type === unstructured ? { type, declared: 0, content: null } : { type, declared: 1 };
}

function acquisitionColumns({ acquisition }: Given): Partial<DataRow> {
  if (acquisition === undefined) return {};
  const time = (text: string | null | undefined) => (text ? (parseInstant(text) ?? null) : null);
  return {
    acquired_from: time(acquisition?.startDateTime),
    acquired_to: time(acquisition?.endDateTime),
    acquirer: acquisition?.acquirer || null,
  };
}

const extentColumns = ({ extent }: Given): Partial<DataRow> =>
  extent === undefined
    ? {}
    : {
        west: extent?.southWest.longitude ?? null,
        south: extent?.southWest.latitude ?? null,
        east: extent?.northEast.longitude ?? null,
        north: extent?.northEast.latitude ?? null,
      };

/** Whether somebody may be made the owner: who sees the twin. */
export async function isOwnerFit(
  db: Reader,
  ownerId: string | null | undefined,
  twinId: string,
  { ports, caller }: Context,
): Promise<boolean> {
  const id = ownerId?.toLowerCase();
  if (!id || id === caller.userId) return true;
  return (await ports.access.ofUser(db, id, twinId))?.visible ?? false;
}
