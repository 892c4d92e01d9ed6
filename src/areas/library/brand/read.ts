import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import type { Analytics } from '../analytics/analytics.ts';
import type { ShownBrand, ShownComponent } from '../brand-access.ts';
import { present, stampOf } from '../common-view.ts';
import { findComponents } from '../component/find.ts';
import { componentSummary, contentView } from '../component/view.ts';
import type { brandComponentsQuery } from '../schema/brand.ts';
import { allBrands, hasPublished } from '../store/brand.ts';
import { wholesOf } from '../store/component.ts';
import { documentsOf } from '../store/document.ts';
import { wordsOf } from '../store/search.ts';
import { variationsOf } from '../store/variation.ts';
import type { BrandRow } from '../tables.ts';
import { variationContent } from '../variation/view.ts';
import { brandDocumentView } from '../view/document.ts';

const summaryOf = (row: BrandRow) => ({ id: row.id, displayName: row.name });

async function brandView(row: BrandRow, { db, ports, caller }: Context) {
  const account = await ports.twins.accountOf(db, row.organization_id);
  return {
    ...summaryOf(row),
    ...present({ description: row.description }),
    isAvailable: account !== undefined && (await hasPublished(db, account.id)),
    isOwned: row.organization_id === caller.organizationId,
    isPartnership: row.partnership === 1,
    ...stampOf(row),
  };
}

/** Brands by name; `whole` ones, or summaries. */
export async function listBrands(whole: boolean, context: Context) {
  const rows = await allBrands(context.db);
  const brands = whole ? await Promise.all(rows.map((row) => brandView(row, context))) : rows.map(summaryOf);
  return reply(200, { brands });
}

/** Whether it has something to show, and whose it is, depends on more than its row: it has no tag. */
export const readBrand = async (row: BrandRow, context: Context) =>
  reply(200, { brand: await brandView(row, context) });

/** What a brand shows, by name. */
export async function listBrandComponents(
  { brand, account }: ShownBrand,
  query: Static<typeof brandComponentsQuery>,
  whole: boolean,
  { db, baseUrl }: Context,
) {
  const page = pageOf(query);
  const filter = account && { accountId: account.id, state: 'Published' as const, words: wordsOf(query.$search) };
  const { rows, hasMore } = cutPage(await findComponents(db, filter, page), page);
  const components = whole ? (await wholesOf(db, rows)).map(contentView) : rows.map(componentSummary);
  const address = `${baseUrl}/library/brands/${brand.id}/components`;
  return reply(200, { components, _links: linksOf(address, { $search: query.$search }, page, hasMore) });
}

/** Documents with a file; who asks for them is counted. */
export async function listBrandDocuments(
  { component, account }: ShownComponent,
  analytics: Analytics,
  context: Context,
) {
  const rows = await documentsOf(context.db, component.id);
  const documents = rows.filter((row) => row.available === 1).map((row) => brandDocumentView(row, context));
  const sent = () => {
    if (account !== undefined) analytics.note({ action: 'Download', component }, account, context);
  };
  return reply(200, { documents }, { sent });
}

export const listBrandVariations = async ({ component }: ShownComponent, { db }: Context) =>
  reply(200, { variations: (await variationsOf(db, component.id)).map(variationContent) });
