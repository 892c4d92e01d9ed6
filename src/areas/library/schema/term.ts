import { type TProperties, Type } from 'typebox';
import { anyText, arrayOf, input, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import { freeText, name, optionalLink, shownName, shownText, stamp } from '../common-schema.ts';

/* Applications, categories and manufacturers: the words that components refer to. */

const application = output(
  { id: uuid(), displayName: shownName(), version: shownName(), ...stamp },
  'LibraryApplication',
);
const category = output({ id: uuid(), displayName: shownName(), ...stamp }, 'LibraryCategory');
const manufacturer = output(
  {
    id: uuid(),
    displayName: shownName(),
    phone: shownText(),
    address: shownText(),
    website: shownText(),
    ...stamp,
  },
  'LibraryManufacturer',
);

const pageLinks = output({ next: optionalLink() }, 'LibraryPageLinks');

export const oneApplication = output({ application }, 'LibraryApplicationResponse');
export const oneCategory = output({ category }, 'LibraryCategoryResponse');
export const oneManufacturer = output({ manufacturer }, 'LibraryManufacturerResponse');
export const allApplications = output(
  { applications: arrayOf(application), _links: pageLinks },
  'LibraryApplicationsResponse',
);
export const allCategories = output({ categories: arrayOf(category), _links: pageLinks }, 'LibraryCategoriesResponse');
export const allManufacturers = output(
  { manufacturers: arrayOf(manufacturer), _links: pageLinks },
  'LibraryManufacturersResponse',
);

/** What a body says of a word; only applications have a version, only manufacturers the rest. */
export interface TermBody {
  readonly displayName: string;
  readonly version?: string;
  readonly phone?: string | null;
  readonly address?: string | null;
  readonly website?: string | null;
}
const body = (members: TProperties, title: string) => Type.Unsafe<TermBody>(input(members, title));

export const applicationBody = body({ displayName: name(), version: name() }, 'LibraryApplicationContent');
export const categoryBody = body({ displayName: name() }, 'LibraryCategoryContent');
export const manufacturerBody = body(
  { displayName: name(), phone: freeText(), address: freeText(), website: freeText() },
  'LibraryManufacturerContent',
);

export const tokenQuery = input({
  continuationToken: optional(anyText('Of the `next` link of the page before, with or without its quotes.')),
});
