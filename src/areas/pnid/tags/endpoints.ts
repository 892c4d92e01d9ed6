import { type Endpoint, endpoint, json } from '../../../api/http/endpoint.ts';
import { onAskedTwin } from '../access.ts';
import { invalidTags } from '../errors.ts';
import type { ElementFinder } from './elements.ts';
import { findTag, tagPath, tagPlaces, tagQuery } from './find.ts';

/** Own call: what a tag ties together. */
export const tagEndpoints = (elements: ElementFinder): readonly Endpoint[] => [
  endpoint({
    id: 'pnid.findTag',
    method: 'GET',
    path: tagPath,
    title: 'Find Tag',
    description:
      'Symbols of the tag on drawings that were read, and elements of the newest versions of models whose `Tag` or name it is, these for who may read models; 100 of each at most. Case, blanks, dashes and underscores do not count, but between two digits.',
    access: onAskedTwin,
    query: tagQuery,
    invalid: invalidTags,
    answers: { 200: json(tagPlaces, 'Where the tag is; nowhere for a text that is no tag.') },
    run: ({ target, query }, context) => findTag(target, query.tag, context, elements),
  }),
];
