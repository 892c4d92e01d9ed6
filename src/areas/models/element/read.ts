import type { Static } from 'typebox';
import type { FoundModel } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Snapshot } from '../../../engines/snapshot/reader.ts';
import type { ElementRecord, TreeNode } from '../../../engines/snapshot/types.ts';
import { elementNotFound } from '../errors.ts';
import { boxView } from '../view.ts';
import type { element, tree } from './schema.ts';
import { attributeUnits, type FileUnits, materialsView, setsView } from './sets.view.ts';
import { snapshotOf } from './snapshot.ts';

/** One element with all that is known of it, by its id in the model or its GlobalId. */
export async function getElement(found: FoundModel, id: string, changesetId: string | undefined, context: Context) {
  const opened = await snapshotOf(found, changesetId, context);
  if (isFailed(opened)) return opened;
  const record = await recordOf(opened.snapshot, id);
  return record === undefined
    ? fail(elementNotFound)
    : reply(200, { element: elementView(record, opened.snapshot.header.units) });
}

async function recordOf(snapshot: Snapshot, id: string): Promise<ElementRecord | undefined> {
  if (/^0x[0-9a-f]{1,13}$/i.test(id)) return snapshot.element(id.toLowerCase());
  for await (const row of snapshot.rows()) if (row.globalId === id) return snapshot.element(row.id);
  return undefined;
}

function elementView(record: ElementRecord, units: FileUnits): Static<typeof element> {
  const { id, globalId, classId, class: name, categoryId, subCategoryId, partitionId, parentId, containerId } = record;
  const box = boxView(record.box);
  return {
    id,
    globalId,
    classId,
    class: name,
    categoryId,
    subCategoryId,
    partitionId,
    parentId,
    containerId,
    name: record.name,
    tag: record.tag,
    ...(box === undefined ? {} : { box }),
    placement: record.placement && [...record.placement],
    attributes: record.attributes,
    ...attributeUnits(record, units),
    type: record.type,
    materials: materialsView(record, units),
    classifications: [...record.classifications],
    propertySets: setsView(record, units),
    mesh: record.mesh ? { triangles: record.mesh.triangles, area: record.mesh.area, volume: record.mesh.volume } : null,
    layers: [...record.layers],
    colors: [...record.colors],
  };
}

/** The spatial structure: site, building, storey, space, each with what it contains by class. */
export async function getTree(found: FoundModel, changesetId: string | undefined, context: Context) {
  const opened = await snapshotOf(found, changesetId, context);
  if (isFailed(opened)) return opened;
  const { project, children, counts } = opened.snapshot.header.tree;
  const view: Static<typeof tree> = { project, children: children.map(nodeView), counts };
  return reply(200, { tree: view });
}

const nodeView = ({ children, ...node }: TreeNode) => ({ ...node, children: children.map((child) => ({ ...child })) });
