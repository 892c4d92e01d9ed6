import { setImmediate as breathe } from 'node:timers/promises';
import type { Reader } from '../../../kernel/db/database.ts';
import { readJson } from '../../../std/json.ts';
import { present } from '../common-view.ts';
import type { Archive, ArchivedComponent, ArchivedDocument } from '../schema/archive.ts';
import { documentsOf } from '../store/document.ts';
import { variationsOf } from '../store/variation.ts';
import { webLinksOf } from '../store/weblink.ts';
import { type CatalogRow, type ComponentRow, type DocumentRow, q, type TermRow, type WebLinkRow } from '../tables.ts';

/** A catalog by value, and where the files of its documents lie. */
export interface Collected {
  readonly archive: Archive;
  /** Blobs by the ids of documents. */
  readonly files: ReadonlyMap<string, string>;
}

export const componentsIn = (db: Reader, catalogId: string, most: number): Promise<ComponentRow[]> =>
  db.all(
    q
      .selectFrom('library_catalog_places as place')
      .innerJoin('library_components as component', 'component.id', 'place.component_id')
      .selectAll('component')
      .where('place.catalog_id', '=', catalogId)
      .orderBy('place.name_folded')
      .orderBy('place.component_id')
      .limit(most),
  );

/** Reads a catalog with all that belongs to it. Documents without a file are left out: there is nothing of them to keep. */
export async function collect(db: Reader, row: CatalogRow, components: readonly ComponentRow[]): Promise<Collected> {
  const files = new Map<string, string>();
  const documents = async (parentId: string) => {
    const kept = (await documentsOf(db, parentId)).filter(hasFile);
    for (const one of kept) files.set(one.id, one.blob_id);
    return kept.map((one) => documentOf(one, new Set(kept.map(({ id }) => id))));
  };
  const terms = new Map((await termsOf(db, row.account_id, components)).map((one) => [one.id, one]));
  const archived: ArchivedComponent[] = [];
  for (const [at, one] of components.entries()) {
    if (at % 50 === 49) await breathe(); // others wait for as long as SQLite reads
    archived.push({
      ...contentOf(one),
      ...wordsOf(one, terms),
      documents: await documents(one.id),
      variations: (await variationsOf(db, one.id)).map((variation) => ({
        displayName: variation.name,
        adHocProperties: readJson(variation.properties),
        ...(variation.design_id !== null && files.has(variation.design_id)
          ? { associatedDesignDocument: variation.design_id }
          : {}),
      })),
      webLinks: (await webLinksOf(db, one.id)).map(linkOf),
    });
  }
  const archive: Archive = {
    version: 1,
    catalog: { ...contentOf(row), ...present({ region: row.region }) },
    documents: await documents(row.id),
    webLinks: (await webLinksOf(db, row.id)).map(linkOf),
    components: archived,
  };
  return { archive, files };
}

type WithFile = DocumentRow & { readonly blob_id: string };
const hasFile = (row: DocumentRow): row is WithFile => row.blob_id !== null && row.available === 1;

const contentOf = (row: CatalogRow | ComponentRow) => ({
  displayName: row.name,
  ...present({ description: row.description }),
  hashtags: readJson(row.hashtags),
});

const linkOf = ({ name, uri }: WebLinkRow) => ({ displayName: name, uri });

function documentOf(row: DocumentRow, kept: ReadonlySet<string>): ArchivedDocument {
  const known = (id: string | null) => (id !== null && kept.has(id) ? id : null);
  return {
    id: row.id,
    displayName: row.name,
    extension: row.extension,
    purpose: row.purpose,
    version: row.version,
    isActive: row.active === 1,
    ...present({ previousVersionId: known(row.previous_id), associatedDesignDocument: known(row.design_id) }),
  };
}

const termsAtOnce = 500;

async function termsOf(db: Reader, accountId: string, components: readonly ComponentRow[]): Promise<TermRow[]> {
  const ids = components.flatMap((one) => [one.application_id, one.category_id, one.manufacturer_id]);
  const all = [...new Set(ids.filter((id) => id !== null))];
  const found: TermRow[] = [];
  for (let at = 0; at < all.length; at += termsAtOnce) {
    const some = q.selectFrom('library_terms').selectAll().where('account_id', '=', accountId);
    found.push(...(await db.all(some.where('id', 'in', all.slice(at, at + termsAtOnce)))));
  }
  return found;
}

function wordsOf(row: ComponentRow, terms: ReadonlyMap<string, TermRow>) {
  const [application, category, manufacturer] = [row.application_id, row.category_id, row.manufacturer_id].map((id) =>
    terms.get(id ?? ''),
  );
  return {
    ...(application && { application: { displayName: application.name, version: application.version } }),
    ...(category && { category: { displayName: category.name } }),
    ...(manufacturer && {
      manufacturer: {
        displayName: manufacturer.name,
        ...present({ phone: manufacturer.phone, address: manufacturer.address, website: manufacturer.website }),
      },
    }),
  };
}
