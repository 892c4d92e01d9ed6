import { anyCaller, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { input, line, optional } from '../../../kernel/schema/shapes.ts';
import { need } from '../access.ts';
import type { Overrides } from '../definition/import.ts';
import { destinationNotFound } from '../definition/import.ts';
import { definitionShapes } from '../definition/schema.ts';
import { plant, saveImages } from '../definition/seed.ts';
import { definitionReply } from '../definition/view.ts';
import { invalidImportTemplate, invalidList, templateNotFound } from '../errors.ts';
import { disciplineIn, type FormsApi, idIn, membersIn, pathIn } from '../version.ts';
import type { Templates } from './repository.ts';
import { seedOfTemplate } from './template.ts';

const listTemplates = (templates: Templates) => (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'getTemplates'),
    method: 'GET',
    path: pathIn(api, '/forms/templates'),
    title: 'Get templates',
    description: 'Definitions that every twin can import.',
    access: anyCaller,
    query: input({ type: optional(line()), ...membersIn(api, { discipline: optional(line()) }) }),
    invalid: invalidList,
    answers: { 200: json(definitionShapes(api).templates, 'By name.') },
    async run({ query: { type, discipline } }) {
      const all = await templates();
      const found = all
        .filter((one) => type === undefined || one.type === type)
        .filter((one) => discipline === undefined || one.discipline === discipline)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return reply(200, {
        templates: found.map((one) => ({ name: one.name, type: one.type, ...disciplineIn(api, one) })),
      });
    },
  });

const importOne = (templates: Templates) => (api: FormsApi) =>
  endpoint({
    id: idIn(api, 'importTemplate'),
    method: 'POST',
    path: pathIn(api, '/forms/templates/import'),
    title: 'Import template',
    description: 'Makes a definition of the template, with its list groups, and its workflow where the twin has none.',
    access: anyCaller,
    changes: 'inTwin',
    body: definitionShapes(api).importTemplate,
    bodyTypes: [''],
    invalid: invalidImportTemplate,
    answers: { 200: json(definitionShapes(api).one, 'The new definition.') },
    errors: [templateNotFound, destinationNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => importTemplate(body, templates, context, api),
  });

interface Body extends Overrides {
  readonly templateName: string;
  readonly destinationTwinId: string;
}

async function importTemplate(body: Body, templates: Templates, context: Context, api: FormsApi) {
  const template = (await templates()).find(({ name }) => name === body.templateName);
  if (template === undefined) return fail(templateNotFound);
  const access = await twinAccess(context, body.destinationTwinId, destinationNotFound, need.manage);
  if (isFailed(access)) return access;
  const { caller, now, ports } = context;
  const seed = seedOfTemplate(template);
  const images = await saveImages(seed.images, ports.blobs);
  const naming = {
    name: body.displayName ?? template.name,
    type: body.type ?? template.type,
    discipline: body.discipline ?? template.discipline,
    status: body.status ?? 'Approved',
    prefix: body.idPrefix === undefined ? template.idPrefix : body.idPrefix,
    sourceId: null,
  };
  const by = { userId: caller.userId, now };
  const outcome = await context.write((tx) => plant(tx, access.twin.id, seed, naming, images, by, ports.blobs));
  return isFailed(outcome) ? outcome : definitionReply(outcome, api);
}

export const templateEndpoints = (templates: Templates) => [listTemplates(templates), importOne(templates)];
