import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { anyObject, arrayOf, input, line, nullable, oneOf, optional } from '../../../kernel/schema/shapes.ts';
import { issuesOf } from '../../../kernel/schema/validator.ts';
import { messageOf } from '../../../std/errors.ts';
import type { Log } from '../../../std/log.ts';
import { validateLayout } from '../layout/validate.ts';
import { usualDiscipline } from '../version.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { builtIn } from './built-in.ts';
import { seedOfTemplate, type Template } from './template.ts';

export type Templates = () => Promise<readonly Template[]>;

const state = {
  color: nullable(line()),
  editableProperties: arrayOf(line()),
  stateCategory: oneOf(['Open', 'Closed', 'Draft']),
};
const transition = { displayName: line(), end: line({ min: 1 }), notes: oneOf(['None', 'Optional', 'Required']) };

const workflowFile = input({
  startStates: arrayOf(line({ min: 1 }), { minItems: 1 }),
  states: arrayOf(input({ name: line({ min: 1 }), ...state }), { minItems: 1 }),
  transitions: arrayOf(input({ ...transition, start: line({ min: 1 }) })),
  uninitializedState: optional(input(state)),
});

const templateFile = input({
  name: line({ min: 1, max: 255 }),
  type: line({ min: 1, max: 100 }),
  discipline: optional(line({ min: 1, max: 100 })),
  idPrefix: optional(nullable(line({ min: 1, max: 25 }))),
  definition: anyObject(),
  staticImages: optional(anyObject()),
  listGroups: optional(
    arrayOf(
      input({
        key: line({ min: 1 }),
        displayName: line({ min: 1, max: 255 }),
        lists: arrayOf(line({ min: 1 })),
        rows: arrayOf(arrayOf(line())),
      }),
    ),
  ),
  workflow: optional(workflowFile),
});

/**
 * The built-in templates and those of the files `*.json` in a folder, which are read when they change; a file's name
 * wins. Faulty files are left out, and told in the log when they are met.
 */
export function templateRepository(folder: string | undefined, log: Log): Templates {
  let known = new Map<string, { readonly stamp: string; readonly template: Template | undefined }>();
  const read = async (path: string) => {
    const { mtimeMs, size } = await stat(path);
    const stamp = `${mtimeMs} ${size}`;
    const former = known.get(path);
    if (former?.stamp === stamp) return former;
    try {
      return { stamp, template: templateOf(JSON.parse(await readFile(path, 'utf8'))) };
    } catch (error) {
      log.warn({ msg: 'A form template is left out.', file: path, why: messageOf(error) });
      return { stamp, template: undefined };
    }
  };
  return async () => {
    if (folder === undefined) return builtIn;
    const names = await filesIn(folder, log);
    const entries = await Promise.all(names.map(async (name) => [name, await read(join(folder, name))] as const));
    known = new Map(entries.map(([name, entry]) => [join(folder, name), entry]));
    const own = entries.flatMap(([, { template }]) => template ?? []);
    const taken = new Set(own.map(({ name }) => name));
    return [...own, ...builtIn.filter(({ name }) => !taken.has(name))];
  };
}

async function filesIn(folder: string, log: Log): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    log.warn({ msg: 'The folder of form templates cannot be read.', folder, why: messageOf(error) });
    return [];
  }
}

/** The template in a file. Throws an `Error` with a sentence that says what is wrong with it. */
export function templateOf(content: unknown): Template {
  const [issue] = issuesOf(templateFile, content);
  if (issue) throw new Error(`${issue.target || 'The file'} is missing or wrong (${issue.rule}).`);
  const given = content as Partial<Template> & Pick<Template, 'name' | 'type' | 'definition'>;
  const template: Template = {
    name: given.name,
    type: given.type,
    discipline: given.discipline ?? usualDiscipline,
    idPrefix: given.idPrefix ?? null,
    definition: given.definition,
    staticImages: given.staticImages ?? {},
    listGroups: given.listGroups ?? [],
    workflow: given.workflow as Workflow | undefined,
  };
  const seed = seedOfTemplate(template);
  const { status, reasons } = validateLayout(seed.layout, {
    listGroups: new Set(seed.listGroups.map(({ id }) => id)),
    images: new Set(seed.images.map(({ fileId }) => fileId)),
  });
  if (status === 'Error' || status === 'Critical') throw new Error(reasons.join(' '));
  return template;
}
