import type { Kit } from '../../../api/area.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf, readJson } from '../../../std/json.ts';
import { fold } from '../../../std/text.ts';
import { columnsOf, knownReferences } from '../component/references.ts';
import { insertAnalytics } from '../store/analytics.ts';
import { insertComponent } from '../store/component.ts';
import { insertDocument } from '../store/document.ts';
import { searchText } from '../store/search.ts';
import { updateUpload } from '../store/upload.ts';
import { insertVariations } from '../store/variation.ts';
import type { AnalyticsRow, ComponentRow, DocumentRow, UploadRow } from '../tables.ts';
import type { CatalogType } from './type-catalog.ts';

const longestName = 150;

/** A component with its design file, and a variation for each type. References that are gone since are left out. */
export async function addComponent(tx: Transaction, upload: UploadRow, types: readonly CatalogType[], kit: Kit) {
  const now = kit.now();
  const asked = readJson(upload.asked);
  const known = await knownReferences(tx, upload.account_id, asked);
  const { name, extension } = partsOf(upload.file_name);
  const stamp = () => ({ id: newId(), account_id: upload.account_id, created: now, modified: now, revision: 1 });
  const displayName = asked.componentName ?? name.slice(0, longestName).trim();
  const component: ComponentRow = {
    ...stamp(),
    name: displayName,
    name_folded: fold(displayName),
    description: asked.description,
    state: 'Draft',
    hashtags: jsonOf(asked.searchTags),
    search: searchText(displayName, asked.searchTags),
    ...columnsOf(known),
  };
  await insertComponent(tx, component, known.catalogs ?? []);
  const document = (file: Pick<DocumentRow, 'extension' | 'purpose' | 'blob_id' | 'size' | 'design_id'>) => ({
    ...stamp(),
    parent_kind: 'component' as const,
    parent_id: component.id,
    name,
    name_folded: fold(name),
    version: '1',
    version_folded: '1',
    previous_id: null,
    available: 1,
    active: 1,
    upload_id: null,
    upload_due: null,
    extension_folded: fold(file.extension),
    ...file,
  });
  const size = (blob: string) => kit.ports.blobs.find(tx, blob).then((content) => content?.size ?? 0);
  const design = document({
    extension,
    purpose: 'Design',
    blob_id: upload.design_blob,
    design_id: null,
    size: await size(upload.design_blob),
  });
  await insertDocument(tx, design);
  if (upload.catalog_blob !== null) {
    const file = { blob_id: upload.catalog_blob, size: await size(upload.catalog_blob) };
    const text = document({ extension: 'txt', purpose: 'TypeCatalog', design_id: design.id, ...file });
    await insertDocument(tx, { ...text, created: now + 1, modified: now + 1 }); // listed after its design
  }
  await insertVariations(
    tx,
    types.map((type, at) => ({
      ...stamp(),
      created: now + at,
      modified: now + at, // their order is that of the lines
      parent_id: component.id,
      name: type.name,
      design_id: design.id,
      properties: jsonOf(type.properties),
    })),
  );
  await insertAnalytics(tx, [creation(upload, component, now)]);
  await updateUpload(tx, upload.id, { component_id: component.id });
}

/** What the statistics tell of it. */
const creation = (upload: UploadRow, component: ComponentRow, now: number): AnalyticsRow => {
  const { userId, email } = readJson(upload.asked);
  return {
    id: newId(),
    account_id: upload.account_id,
    at: now,
    action: 'Create',
    component_id: component.id,
    component_name: component.name,
    document_name: null,
    user_id: userId,
    email,
    project_id: null,
  };
};

/** `door.v2.rfa` → `door.v2` and `rfa`. */
function partsOf(fileName: string): { name: string; extension: string } {
  const at = fileName.lastIndexOf('.');
  return { name: fileName.slice(0, at).trim() || fileName, extension: fileName.slice(at + 1) };
}
