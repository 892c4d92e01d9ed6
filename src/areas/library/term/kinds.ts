import type { Static, TSchema, TUnsafe } from 'typebox';
import type { Problem } from '../../../api/http/problem.ts';
import { fold } from '../../../std/text.ts';
import { keptText, present, stampOf } from '../common-view.ts';
import { applications, categories, manufacturers } from '../errors.ts';
import {
  allApplications,
  allCategories,
  allManufacturers,
  applicationBody,
  categoryBody,
  manufacturerBody,
  oneApplication,
  oneCategory,
  oneManufacturer,
  type TermBody,
} from '../schema/term.ts';
import type { TermKind, TermRow } from '../tables.ts';

/** What a word says besides its id and times. */
export type TermContent = Pick<
  TermRow,
  'name' | 'name_folded' | 'version' | 'version_folded' | 'phone' | 'address' | 'website'
>;

interface Links {
  readonly next?: { readonly href: string };
}

/** One kind of word: its addresses, shapes and refusals. */
export interface Terms<One extends TSchema = TSchema, All extends TSchema = TSchema, Code extends string = string> {
  readonly kind: TermKind;
  readonly plural: 'applications' | 'categories' | 'manufacturers';
  /** As in titles. */
  readonly name: string;
  readonly names: string;
  readonly problems: Readonly<
    Record<'absent' | 'allAbsent' | 'taken' | 'invalidCreate' | 'invalidUpdate' | 'invalidList', Problem<Code>>
  >;
  readonly body: TUnsafe<TermBody>;
  readonly one: One;
  readonly all: All;
  oneView(row: TermRow): Static<One>;
  allView(rows: readonly TermRow[], links: Links): Static<All>;
}

const terms = <O extends TSchema, A extends TSchema, C extends string>(of: Terms<O, A, C>) => of;

export const contentOf = ({ displayName, version = '', phone, address, website }: TermBody): TermContent => ({
  name: displayName,
  name_folded: fold(displayName),
  version,
  version_folded: fold(version),
  phone: keptText(phone),
  address: keptText(address),
  website: keptText(website),
});

const categoryView = (row: TermRow) => ({ id: row.id, displayName: row.name, ...stampOf(row) });
const applicationView = (row: TermRow) => ({ ...categoryView(row), version: row.version });
const manufacturerView = (row: TermRow) => ({
  ...categoryView(row),
  ...present({ phone: row.phone, address: row.address, website: row.website }),
});

export const applicationTerms = terms({
  kind: 'application',
  plural: 'applications',
  name: 'Application',
  names: 'Applications',
  problems: applications,
  body: applicationBody,
  one: oneApplication,
  all: allApplications,
  oneView: (row) => ({ application: applicationView(row) }),
  allView: (rows, _links) => ({ applications: rows.map(applicationView), _links }),
});

export const categoryTerms = terms({
  kind: 'category',
  plural: 'categories',
  name: 'Category',
  names: 'Categories',
  problems: categories,
  body: categoryBody,
  one: oneCategory,
  all: allCategories,
  oneView: (row) => ({ category: categoryView(row) }),
  allView: (rows, _links) => ({ categories: rows.map(categoryView), _links }),
});

export const manufacturerTerms = terms({
  kind: 'manufacturer',
  plural: 'manufacturers',
  name: 'Manufacturer',
  names: 'Manufacturers',
  problems: manufacturers,
  body: manufacturerBody,
  one: oneManufacturer,
  all: allManufacturers,
  oneView: (row) => ({ manufacturer: manufacturerView(row) }),
  allView: (rows, _links) => ({ manufacturers: rows.map(manufacturerView), _links }),
});
