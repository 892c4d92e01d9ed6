import type { Kit } from '../../../api/area.ts';
import type { SavedBlob } from '../../../kernel/blobs/port.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { fold } from '../../../std/text.ts';
import { keptHashtags, keptText } from '../common-view.ts';
import { followDocuments } from '../preview/follow.ts';
import type { Archive, ArchivedComponent, ArchivedDocument } from '../schema/archive.ts';
import { insertAnalytics } from '../store/analytics.ts';
import { insertCatalog } from '../store/catalog.ts';
import { insertComponent } from '../store/component.ts';
import { insertDocument } from '../store/document.ts';
import { searchText } from '../store/search.ts';
import { insertVariations } from '../store/variation.ts';
import { insertWebLink } from '../store/weblink.ts';
import type { ArchiveRow, CatalogRow, ComponentRow, DocumentRow, ParentKind } from '../tables.ts';
import { followPictures } from '../thumbnail/follow.ts';
import { type TermIds, termsFor } from './terms.ts';

interface Given {
  readonly archive: Archive;
  /** By the ids that documents have in the archive. */
  readonly files: ReadonlyMap<string, SavedBlob>;
  readonly row: ArchiveRow;
}

const mostNames = 1000;

/** Makes everything that an archive says, with new ids; answers the id of the catalog. */
export async function insertArchived(tx: Transaction, given: Given, kit: Kit): Promise<string> {
  const { archive, files, row } = given;
  const now = kit.now();
  await kit.ports.blobs.take(
    tx,
    [...files.values()].map(({ id }) => id),
  );
  const terms = await termsFor(tx, row.account_id, archive.components, now);
  const catalog = await newCatalog(tx, given, now);
  await addChildren(tx, { kind: 'catalog', id: catalog, ...archive }, given, now);
  await followPictures(tx, catalog, row.user_id, kit.ports);
  for (const one of archive.components) {
    const component = componentOf(one, terms, row, now);
    await insertComponent(tx, component, [catalog]);
    const designs = await addChildren(tx, { kind: 'component', id: component.id, ...one }, given, now);
    await insertVariations(tx, variationsOf(one, component, designs, now));
    await insertAnalytics(tx, [createdBy(row, component, now)]);
    await followDocuments(tx, component.id, row.user_id, kit.ports);
    await followPictures(tx, component.id, row.user_id, kit.ports);
  }
  return catalog;
}

const stamp = ({ account_id }: ArchiveRow, now: number) => ({
  id: newId(),
  account_id,
  created: now,
  modified: now,
  revision: 1,
});

/** Where the name is taken, the next number that is free is behind it. */
async function newCatalog(tx: Transaction, { archive, row }: Given, now: number): Promise<string> {
  const { displayName, description, region, hashtags } = archive.catalog;
  const tags = keptHashtags(hashtags);
  for (let number = 1; number <= mostNames; number++) {
    const name = number === 1 ? displayName : `${displayName.slice(0, 240)} (${number})`;
    const catalog: CatalogRow = {
      ...stamp(row, now),
      name,
      name_folded: fold(name),
      description: keptText(description),
      region: keptText(region),
      hashtags: jsonOf(tags),
      search: searchText(name, tags),
    };
    if (await insertCatalog(tx, catalog)) return catalog.id;
  }
  throw new Error(`There are ${mostNames} catalogs with the name ${displayName}.`);
}

function componentOf(one: ArchivedComponent, terms: TermIds, row: ArchiveRow, now: number): ComponentRow {
  const hashtags = keptHashtags(one.hashtags);
  return {
    ...stamp(row, now),
    name: one.displayName,
    name_folded: fold(one.displayName),
    description: keptText(one.description),
    state: 'Draft',
    hashtags: jsonOf(hashtags),
    search: searchText(one.displayName, hashtags),
    application_id: terms.idOf('application', one.application),
    category_id: terms.idOf('category', one.category),
    manufacturer_id: terms.idOf('manufacturer', one.manufacturer),
  };
}

interface Children extends Pick<Archive, 'documents' | 'webLinks'> {
  readonly kind: ParentKind;
  readonly id: string;
}

/** Documents and web links, in their order; answers the new ids of documents by their former ones. */
async function addChildren(tx: Transaction, { kind, id, documents, webLinks }: Children, given: Given, now: number) {
  const ids = new Map(documents.map((one) => [one.id.toLowerCase(), newId()]));
  const parent = { parent_kind: kind, parent_id: id };
  for (const [at, one] of documents.entries()) {
    const row = documentOf(one, ids, given, now + at);
    if (row !== undefined) await insertDocument(tx, { ...row, ...parent });
  }
  for (const [at, { displayName, uri }] of webLinks.entries()) {
    const link = { ...stamp(given.row, now + at), name: displayName, name_folded: fold(displayName), uri };
    await insertWebLink(tx, { ...link, ...parent });
  }
  return ids;
}

function documentOf(
  one: ArchivedDocument,
  ids: ReadonlyMap<string, string>,
  { files, row }: Given,
  now: number,
): Omit<DocumentRow, 'parent_kind' | 'parent_id'> | undefined {
  const file = files.get(one.id.toLowerCase());
  const id = ids.get(one.id.toLowerCase());
  if (file === undefined || id === undefined) return undefined;
  const known = (other: string | undefined) => (other === undefined ? null : (ids.get(other.toLowerCase()) ?? null));
  return {
    ...stamp(row, now),
    id,
    name: one.displayName,
    name_folded: fold(one.displayName),
    purpose: one.purpose,
    extension: one.extension,
    extension_folded: fold(one.extension),
    version: one.version,
    version_folded: fold(one.version),
    active: one.isActive ? 1 : 0,
    available: 1,
    previous_id: known(one.previousVersionId),
    design_id: known(one.associatedDesignDocument),
    blob_id: file.id,
    size: file.size,
    upload_id: null,
    upload_due: null,
  };
}

const variationsOf = (
  { variations }: ArchivedComponent,
  { id, account_id }: ComponentRow,
  designs: ReadonlyMap<string, string>,
  now: number,
) =>
  variations.map((one, at) => ({
    id: newId(),
    account_id,
    created: now + at,
    modified: now + at,
    revision: 1,
    parent_id: id,
    name: one.displayName,
    properties: jsonOf(one.adHocProperties),
    design_id: designs.get(one.associatedDesignDocument?.toLowerCase() ?? '') ?? null,
  }));

const createdBy = ({ account_id, user_id, email }: ArchiveRow, component: ComponentRow, now: number) => ({
  id: newId(),
  account_id,
  at: now,
  action: 'Create' as const,
  component_id: component.id,
  component_name: component.name,
  document_name: null,
  user_id,
  email,
  project_id: null,
});
