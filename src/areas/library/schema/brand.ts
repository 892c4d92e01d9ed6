import { Type } from 'typebox';
import { pageQuery } from '../../../api/query/paging.ts';
import { arrayOf, boolean, input, output, uuid } from '../../../kernel/schema/shapes.ts';
import { searchParameter, shownName, shownText, stamp } from '../common-schema.ts';

const summary = { id: uuid(), displayName: shownName() };
const brandSummary = output(summary, 'LibraryBrandSummary');
const brand = output(
  {
    ...summary,
    description: shownText(),
    isAvailable: boolean('It has something to show.'),
    isOwned: boolean("It is of the caller's organization."),
    isPartnership: boolean(),
    ...stamp,
  },
  'LibraryBrand',
);

export const oneBrand = output({ brand }, 'LibraryBrandResponse');
export const brandList = output({ brands: arrayOf(Type.Union([brandSummary, brand])) }, 'LibraryBrandsResponse');
export const brandComponentsQuery = input({ ...pageQuery(), ...searchParameter });
