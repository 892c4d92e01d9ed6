import { Type } from 'typebox';
import { pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import { arrayOf, input, line, link, nullable, oneOf, optional, output, uuid } from '../../../kernel/schema/shapes.ts';
import {
  description,
  hashtags,
  name,
  optionalLink,
  projectParameter,
  reference,
  searchParameter,
  shownHashtags,
  shownName,
  shownText,
  stamp,
} from '../common-schema.ts';
import type { ComponentState } from '../tables.ts';

export const states = ['Draft', 'Published', 'Checked', 'Approved', 'Archived'] as const satisfies ComponentState[];
export const mostCatalogs = 100;

const summary = { id: uuid(), displayName: shownName() };
const content = {
  ...summary,
  description: shownText(),
  state: oneOf(states),
  supportedFileTypes: arrayOf(shownName()),
  hashtags: shownHashtags(),
  ...stamp,
};

/** What a component refers to; of an upload and of a component alike. */
export const referenceLinks = {
  catalogs: arrayOf(link),
  application: optionalLink(),
  category: optionalLink(),
  manufacturer: optionalLink(),
};

const componentSummary = output(summary, 'LibraryComponentSummary');
const component = output({ ...content, _links: output(referenceLinks, 'LibraryComponentLinks') }, 'LibraryComponent');
/** As brands show it to everybody. */
const brandComponent = output(content, 'LibraryBrandComponent');

export const oneComponent = output({ component }, 'LibraryComponentResponse');
export const componentList = output(
  { components: arrayOf(Type.Union([componentSummary, component])), _links: pagingLinks },
  'LibraryComponentsResponse',
);
export const brandComponentList = output(
  { components: arrayOf(Type.Union([componentSummary, brandComponent])), _links: pagingLinks },
  'LibraryBrandComponentsResponse',
);

export const references = {
  catalogs: optional(nullable(arrayOf(uuid(), { maxItems: mostCatalogs }))),
  application: reference('An application of the library.'),
  category: reference('A category of the library.'),
  manufacturer: reference('A manufacturer of the library.'),
};

export const componentBody = input(
  { displayName: name(150), state: oneOf(states), description: description(), ...references, hashtags: hashtags() },
  'LibraryComponentContent',
);

const catalogIds = Type.Unsafe<string[]>({
  type: 'array',
  items: uuid(),
  maxItems: mostCatalogs,
  list: true,
  description: 'Ids separated by commas: components that are in any of these catalogs.',
});

/** What is asked of components, wherever they are looked for. The last five are our own additions. */
const componentFilter = {
  ...projectParameter,
  ...searchParameter,
  catalogs: optional(catalogIds),
  state: optional(oneOf(states)),
  application: optional(uuid('Components that refer to this application.')),
  category: optional(uuid('Components of this category.')),
  manufacturer: optional(uuid('Components of this manufacturer.')),
  hashtag: optional(line({ min: 1, max: 50, description: 'Components with exactly this hashtag, without case.' })),
};

export const componentsQuery = input({ ...pageQuery(), ...componentFilter });
export const facetsQuery = input(componentFilter);
