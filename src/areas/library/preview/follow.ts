import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { documentsOf } from '../store/document.ts';
import { deletePreview, filesOfPreview, findPreview, insertPreview } from '../store/preview.ts';
import type { DocumentRow, PreviewRow } from '../tables.ts';
import { fileNameOf } from '../view/document.ts';

export const previewKind = 'library.preview';
const largestSource = 200 * 2 ** 20;
const hour = 3_600_000;

/** Files that can be looked at, and how they are read. */
export const formats: Readonly<Record<string, 'ifc' | 'gltf' | 'obj'>> = {
  ifc: 'ifc',
  ifczip: 'ifc',
  glb: 'gltf',
  gltf: 'gltf',
  obj: 'obj',
};

/** The newest design document in use whose file can be looked at. */
const isSource = (row: DocumentRow): boolean =>
  row.purpose === 'Design' && row.available === 1 && row.active === 1 && row.blob_id !== null && isSeen(row);

const isSeen = ({ extension_folded, size }: DocumentRow): boolean =>
  Object.hasOwn(formats, extension_folded) && size <= largestSource;

type Needs = Pick<Ports, 'blobs' | 'jobs'>;

/** Brings the preview of a component along with its documents, in the transaction that changed them. */
export async function followDocuments(
  tx: Transaction,
  componentId: string,
  userId: string,
  ports: Needs,
): Promise<void> {
  const source = (await documentsOf(tx, componentId)).findLast(isSource);
  const before = await findPreview(tx, componentId);
  if (before?.source_blob === (source?.blob_id ?? undefined) && before?.document_id === source?.id) return;
  if (before !== undefined) await removePreview(tx, before, ports);
  if (source?.blob_id == null) return;
  const job_id = await ports.jobs.enqueue(tx, {
    kind: previewKind,
    twinId: source.account_id,
    title: `Preview ${fileNameOf(source)}`,
    createdBy: userId,
    payload: { componentId },
    resource: `/library/components/${componentId}/preview`,
    lane: `${previewKind} ${componentId}`,
  });
  await insertPreview(tx, {
    component_id: componentId,
    account_id: source.account_id,
    document_id: source.id,
    job_id,
    source_blob: source.blob_id,
    facts: null,
    model_blob: null,
    picture_blob: null,
    error: null,
  });
}

/** With its files; what makes it stops. */
export async function removePreview(tx: Transaction, row: PreviewRow, { blobs, jobs }: Needs): Promise<void> {
  await deletePreview(tx, row.component_id);
  await jobs.cancel(tx, row.job_id);
  await blobs.remove(tx, filesOfPreview(row), hour); // addresses were handed out
}
