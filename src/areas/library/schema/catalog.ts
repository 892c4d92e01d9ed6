import { Type } from 'typebox';
import { pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import { arrayOf, input, output, uuid } from '../../../kernel/schema/shapes.ts';
import {
  description,
  freeText,
  hashtags,
  name,
  searchParameter,
  shownHashtags,
  shownName,
  shownText,
  stamp,
} from '../common-schema.ts';

const summary = { id: uuid(), displayName: shownName() };

const catalogSummary = output(summary, 'LibraryCatalogSummary');
const catalog = output(
  { ...summary, description: shownText(), region: shownText(), hashtags: shownHashtags(), ...stamp },
  'LibraryCatalog',
);

export const oneCatalog = output({ catalog }, 'LibraryCatalogResponse');
export const catalogList = output(
  { catalogs: arrayOf(Type.Union([catalogSummary, catalog])), _links: pagingLinks },
  'LibraryCatalogsResponse',
);

export const catalogBody = input(
  { displayName: name(), description: description(), region: freeText(150), hashtags: hashtags() },
  'LibraryCatalogContent',
);

export const catalogsQuery = input({ ...pageQuery(), ...searchParameter });
