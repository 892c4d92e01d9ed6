import type { TUnsafe } from 'typebox';
import { Type } from 'typebox';
import { type Endpoint, empty, endpoint, json } from '../../../api/http/endpoint.ts';
import type { Problem } from '../../../api/http/problem.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { input, uuid } from '../../../kernel/schema/shapes.ts';
import { changing, type Found, type Library, reading, readingInProject } from '../access.ts';
import type { Analytics } from '../analytics/analytics.ts';
import { describeLibrary } from '../body-rules.ts';
import { projectQuery } from '../common-schema.ts';
import { catalogDocuments, componentDocuments, invalidDocument } from '../errors.ts';
import { type ChildOf, inParent, ofCatalog, ofComponent, onChild, type Parent } from '../parent.ts';
import {
  catalogDocumentBody,
  componentDocumentBody,
  type DocumentBody,
  documentList,
  oneDocument,
} from '../schema/document.ts';
import { findDocument } from '../store/document.ts';
import type { DocumentRow } from '../tables.ts';
import { createDocument, deleteDocument, updateDocument } from './change.ts';
import { checkDocument } from './check.ts';
import { listDocuments, readDocument } from './read.ts';

interface Problems {
  readonly absent: Problem;
  readonly allAbsent: Problem;
  readonly taken: Problem;
}

/** In the context of a twin only documents with a file are there. */
async function find(db: Reader, { project }: Library, parentId: string, id: string) {
  const row = await findDocument(db, parentId, id);
  return project === undefined || row?.available === 1 ? row : undefined;
}

const version = ({ resource }: Found<ChildOf<DocumentRow>>) => resource.row.revision;

/** Reading the documents of a component takes projectId, and tells of an id that is none. */
const listOfComponent = {
  params: input({ componentId: uuid() }),
  query: projectQuery,
  invalid: componentDocuments.invalidList,
  describe: describeLibrary,
} as const;

const addresses =
  'Without a file `fileUrl` is the address to send it to: PUT with `x-ms-blob-type: BlockBlob`, or in blocks, within 12 hours. A file that is available is read there.';

const onDocument = (of: Parent, need: ReturnType<typeof reading>, { absent }: Problems) =>
  onChild(of, need, 'documentId', find, absent);
const pathOf = ({ place }: Parent) => `${place}/documents`;

function readingDocuments(of: Parent, problems: Problems, analytics: Analytics): Endpoint[] {
  const { name } = of;
  const isComponent = of.kind === 'component';
  const readingOf = isComponent ? readingInProject : reading;
  return [
    endpoint({
      id: `library.get${name}Documents`,
      method: 'GET',
      path: pathOf(of),
      title: `Get ${name} Documents`,
      secret: true,
      access: inParent(of, readingOf(problems.allAbsent), problems.allAbsent),
      ...(isComponent ? listOfComponent : {}),
      answers: { 200: json(documentList, 'The oldest first.') },
      run: ({ target }, context) => listDocuments(target, context),
    }),

    endpoint({
      id: `library.get${name}Document`,
      method: 'GET',
      path: `${pathOf(of)}/{documentId}`,
      title: `Get ${name} Document`,
      secret: true,
      access: onDocument(of, readingOf(problems.absent), problems),
      ...(isComponent ? { query: projectQuery } : {}),
      version,
      answers: { 200: json(oneDocument, 'The document, with the address of its file when it is available.') },
      run: async ({ target }, context) => readDocument(target, analytics, context),
    }),
  ];
}

function changingDocuments(of: Parent, body: TUnsafe<DocumentBody>, problems: Problems): Endpoint[] {
  const { name } = of;
  const path = pathOf(of);
  const item = `${path}/{documentId}`;
  const access = onDocument(of, changing, problems);
  // components have previews, made of the newest design file that is left
  const previewing = name === 'Component' ? ({ beginsJobs: true } as const) : {};
  return [
    endpoint({
      id: `library.create${name}Document`,
      method: 'POST',
      path,
      title: `Create ${name} Document`,
      description: addresses,
      secret: true,
      access: inParent(of, changing),
      body,
      invalid: invalidDocument,
      describe: describeLibrary,
      check: (raw, { resource }, context) => checkDocument(of, resource.id, undefined, raw, context),
      answers: { 201: json(oneDocument, 'The new document, with the address for its file.') },
      errors: [problems.taken],
      run: ({ target, body: given }, context) => createDocument(of, problems.taken, target, given, context),
    }),

    endpoint({
      id: `library.update${name}Document`,
      method: 'PUT',
      path: item,
      title: `Update ${name} Document`,
      description: `The body is the whole definition: what it leaves out is cleared, but states (available, isActive, version) stay. ${addresses}`,
      secret: true,
      access,
      version,
      body,
      invalid: invalidDocument,
      describe: describeLibrary,
      check: (raw, { resource: { parent, row } }, context) => checkDocument(of, parent.id, row, raw, context),
      ...previewing,
      answers: { 200: json(oneDocument, 'The changed document.') },
      errors: [problems.taken],
      run: ({ target, body: given }, context) => updateDocument(of, problems.taken, target, given, context),
    }),

    endpoint({
      id: `library.delete${name}Document`,
      method: 'DELETE',
      path: item,
      title: `Delete ${name} Document`,
      description: 'With its file. A design document takes its type catalog along.',
      access,
      version,
      ...previewing,
      answers: { 204: empty('It is gone.') },
      run: ({ target }, context) => deleteDocument(target, context),
    }),
  ];
}

export const allDocumentEndpoints = (analytics: Analytics): Endpoint[] => [
  ...readingDocuments(ofComponent, componentDocuments, analytics),
  ...changingDocuments(ofComponent, Type.Unsafe<DocumentBody>(componentDocumentBody), componentDocuments),
  ...readingDocuments(ofCatalog, catalogDocuments, analytics),
  ...changingDocuments(ofCatalog, Type.Unsafe<DocumentBody>(catalogDocumentBody), catalogDocuments),
];
