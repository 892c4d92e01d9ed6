import type { TSchema } from 'typebox';
import { type Endpoint, empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { changing, type Found, inLibrary, onItem, reading } from '../access.ts';
import { describeLibrary } from '../body-rules.ts';
import { tokenQuery } from '../schema/term.ts';
import { findTerm } from '../store/term.ts';
import type { TermRow } from '../tables.ts';
import { createTerm, deleteTerm, termReply, updateTermBy } from './change.ts';
import { applicationTerms, categoryTerms, manufacturerTerms, type Terms } from './kinds.ts';
import { listTerms } from './list.ts';

const version = ({ resource }: Found<TermRow>) => resource.revision;

function onTerm<O extends TSchema, A extends TSchema, C extends string>(
  { kind, problems }: Terms<O, A, C>,
  need: Parameters<typeof inLibrary>[0],
) {
  return onItem(
    need,
    (db, { account }, { id }: { readonly id: string }) => findTerm(db, account?.id, kind, id),
    problems.absent,
  );
}

function readingTerms<O extends TSchema, A extends TSchema, C extends string>(of: Terms<O, A, C>): Endpoint[] {
  const { plural, name, names, problems } = of;
  const place = `/library/${plural}` as const;
  return [
    endpoint({
      id: `library.get${names}`,
      method: 'GET',
      path: place,
      title: `Get ${names}`,
      access: inLibrary(reading(problems.allAbsent)),
      query: tokenQuery,
      invalid: problems.invalidList,
      answers: { 200: json(of.all, 'By name, at most 50; `next` continues.') },
      run: ({ target, query }, context) => listTerms(of, target, query, context),
    }),

    endpoint({
      id: `library.get${name}`,
      method: 'GET',
      path: `${place}/{id}`,
      title: `Get ${name}`,
      access: onTerm(of, reading(problems.absent)),
      version,
      answers: { 200: json(of.one, `The ${name.toLowerCase()}.`) },
      run: async ({ target }) => termReply(of, 200, target.resource),
    }),
  ];
}

function changingTerms<O extends TSchema, A extends TSchema, C extends string>(of: Terms<O, A, C>): Endpoint[] {
  const { plural, name, problems } = of;
  const place = `/library/${plural}` as const;
  const item = `${place}/{id}` as const;
  const lowerName = name.toLowerCase();
  const access = onTerm(of, changing);
  return [
    endpoint({
      id: `library.create${name}`,
      method: 'POST',
      path: place,
      title: `Create ${name}`,
      access: inLibrary(changing),
      body: of.body,
      invalid: problems.invalidCreate,
      describe: describeLibrary,
      answers: { 201: json(of.one, `The new ${lowerName}.`) },
      errors: [problems.taken],
      run: ({ target, body }, context) => createTerm(of, target, body, context),
    }),

    endpoint({
      id: `library.update${name}`,
      method: 'PUT',
      path: item,
      title: `Update ${name}`,
      description: 'The body is the whole definition: what it leaves out is cleared.',
      access,
      version,
      body: of.body,
      invalid: problems.invalidUpdate,
      describe: describeLibrary,
      answers: { 200: json(of.one, `The changed ${lowerName}.`) },
      errors: [problems.taken],
      run: ({ target, body }, context) => updateTermBy(of, target, body, context),
    }),

    endpoint({
      id: `library.delete${name}`,
      method: 'DELETE',
      path: item,
      title: `Delete ${name}`,
      description: 'Components that refer to it lose the reference.',
      access,
      version,
      answers: { 204: empty('It is gone.') },
      run: ({ target }, context) => deleteTerm(target, context),
    }),
  ];
}

/** The five operations on one kind of word. */
const termEndpoints = <O extends TSchema, A extends TSchema, C extends string>(of: Terms<O, A, C>): Endpoint[] => [
  ...readingTerms(of),
  ...changingTerms(of),
];

export const allTermEndpoints = [
  ...termEndpoints(applicationTerms),
  ...termEndpoints(categoryTerms),
  ...termEndpoints(manufacturerTerms),
];
