import { type Endpoint, empty, endpoint, json } from '../../../api/http/endpoint.ts';
import type { Problem } from '../../../api/http/problem.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { input, uuid } from '../../../kernel/schema/shapes.ts';
import { changing, type Found, type Library, reading, readingInProject } from '../access.ts';
import { describeLibrary } from '../body-rules.ts';
import { projectQuery } from '../common-schema.ts';
import { catalogWebLinks, componentWebLinks, invalidWebLink, newWebLinkTaken } from '../errors.ts';
import { type ChildOf, inParent, ofCatalog, ofComponent, onChild, type Parent } from '../parent.ts';
import { oneWebLink, webLinkBody, webLinkList } from '../schema/weblink.ts';
import { findWebLink } from '../store/weblink.ts';
import type { WebLinkRow } from '../tables.ts';
import { createWebLink, deleteWebLink, listWebLinks, updateWebLink, webLinkReply } from './change.ts';

interface Problems {
  readonly absent: Problem;
  readonly allAbsent: Problem;
  readonly taken: Problem;
}

const find = (db: Reader, _library: Library, parentId: string, id: string) => findWebLink(db, parentId, id);
const version = ({ resource }: Found<ChildOf<WebLinkRow>>) => resource.row.revision;

/** Reading the web links of a component takes projectId, and tells of an id that is none. */
const listOfComponent = {
  params: input({ componentId: uuid() }),
  query: projectQuery,
  invalid: componentWebLinks.invalidList,
  describe: describeLibrary,
} as const;

const onWebLink = (of: Parent, need: ReturnType<typeof reading>, { absent }: Problems) =>
  onChild(of, need, 'webLinkId', find, absent);
const pathOf = ({ place }: Parent) => `${place}/weblinks`;

function readingWebLinks(of: Parent, problems: Problems): Endpoint[] {
  const { name } = of;
  const isComponent = of.kind === 'component';
  const readingOf = isComponent ? readingInProject : reading;
  return [
    endpoint({
      id: `library.get${name}WebLinks`,
      method: 'GET',
      path: pathOf(of),
      title: `Get ${name} WebLinks`,
      access: inParent(of, readingOf(problems.allAbsent), problems.allAbsent),
      ...(isComponent ? listOfComponent : {}),
      answers: { 200: json(webLinkList, 'The oldest first.') },
      run: ({ target }, context) => listWebLinks(target.resource.id, context),
    }),

    endpoint({
      id: `library.get${name}WebLink`,
      method: 'GET',
      path: `${pathOf(of)}/{webLinkId}`,
      title: `Get ${name} WebLink`,
      access: onWebLink(of, readingOf(problems.absent), problems),
      ...(isComponent ? { query: projectQuery } : {}),
      version,
      answers: { 200: json(oneWebLink, 'The web link.') },
      run: async ({ target }) => webLinkReply(200, target.resource.row),
    }),
  ];
}

function changingWebLinks(of: Parent, problems: Problems): Endpoint[] {
  const { name } = of;
  const path = pathOf(of);
  const item = `${path}/{webLinkId}`;
  const access = onWebLink(of, changing, problems);
  return [
    endpoint({
      id: `library.create${name}WebLink`,
      method: 'POST',
      path,
      title: `Create ${name} WebLink`,
      access: inParent(of, changing),
      body: webLinkBody,
      invalid: invalidWebLink,
      describe: describeLibrary,
      answers: { 201: json(oneWebLink, 'The new web link.') },
      errors: [newWebLinkTaken],
      run: ({ target, body }, context) => createWebLink(of, target, body, context),
    }),

    endpoint({
      id: `library.update${name}WebLink`,
      method: 'PUT',
      path: item,
      title: `Update ${name} WebLink`,
      access,
      version,
      body: webLinkBody,
      invalid: invalidWebLink,
      describe: describeLibrary,
      answers: { 200: json(oneWebLink, 'The changed web link.') },
      errors: [problems.taken],
      run: ({ target, body }, context) => updateWebLink(problems.taken, target, body, context),
    }),

    endpoint({
      id: `library.delete${name}WebLink`,
      method: 'DELETE',
      path: item,
      title: `Delete ${name} WebLink`,
      access,
      version,
      answers: { 204: empty('It is gone.') },
      run: ({ target }, context) => deleteWebLink(target, context),
    }),
  ];
}

export const allWebLinkEndpoints = [
  ...readingWebLinks(ofComponent, componentWebLinks),
  ...changingWebLinks(ofComponent, componentWebLinks),
  ...readingWebLinks(ofCatalog, catalogWebLinks),
  ...changingWebLinks(ofCatalog, catalogWebLinks),
];
