import { Readable } from 'node:stream';
import { newId } from '../../../std/ids.ts';
import type { Seed } from '../definition/seed.ts';
import { isSheetFault, listsOf } from '../list-group/tree.ts';
import type { Workflow } from '../workflow/workflow.ts';

/** A form definition for every twin, with all that it needs. */
export interface Template {
  readonly name: string;
  readonly type: string;
  readonly discipline: string;
  readonly idPrefix: string | null;
  /** As in the text of a definition. CascadingLists name list groups by their keys. */
  readonly definition: unknown;
  /** Pictures by their FileId: PNG or JPEG in base64. */
  readonly staticImages: Readonly<Record<string, string>>;
  readonly listGroups: readonly TemplateLists[];
  readonly workflow: Workflow | undefined;
}

export interface TemplateLists {
  readonly key: string;
  readonly displayName: string;
  readonly lists: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a definition is made of by a template. Throws an `Error` with a sentence where the lists are faulty. */
export function seedOfTemplate(template: Template): Seed {
  const keyed = template.listGroups.map((group) => ({ ...group, id: newId() }));
  const ids = new Map(keyed.map(({ key, id }) => [key, id]));
  const layout = JSON.stringify(template.definition, (name, value) =>
    name === 'ListGroupId' && typeof value === 'string' ? (ids.get(value) ?? value) : value,
  );
  return {
    layout,
    listGroups: keyed.map(({ id, displayName, lists, rows }) => {
      const found = listsOf([lists, ...rows]);
      if (isSheetFault(found)) throw new Error(`List group '${displayName}': ${found.reason}`);
      return { id, name: displayName, lists: found };
    }),
    images: Object.entries(template.staticImages).map(([fileId, text]) => {
      const bytes = Buffer.from(text, 'base64');
      return { fileId: Number(fileId), type: typeOf(bytes), open: async () => Readable.from([bytes]) };
    }),
    workflow: template.workflow,
  };
}

const pngMark = Buffer.from('89504e470d0a1a0a', 'hex');

const typeOf = (bytes: Buffer): string => (bytes.subarray(0, 8).equals(pngMark) ? 'image/png' : 'image/jpeg');
