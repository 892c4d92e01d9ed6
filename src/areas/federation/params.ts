import type { Detail } from '../../api/http/problem.ts';
import { input, line, uuid } from '../../kernel/schema/shapes.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { invalidValue } from './errors.ts';

/** What packages, systems and their types may be called in requests. */
export const nameForm = '^[A-Za-z0-9_.\\- ]+$';
const name = () => line({ pattern: nameForm, untrimmed: true });

/** Ids of paths; malformed ones are told all at once, before anything is looked up. */
export const packageParams = input({ uniqueName: name() });
export const twinParams = input({ twinId: uuid() });
export const packageInTwin = input({ twinId: uuid(), uniqueName: name() });
export const systemTypeParams = input({ twinId: uuid(), uniqueName: name(), systemType: name() });
export const systemParams = input({ twinId: uuid(), id: uuid() });
export const timerParams = input({ twinId: uuid(), timerId: uuid() });

const faults: Readonly<Record<string, string>> = {
  twinId: 'Provided twin ID value is not valid.',
  uniqueName: 'Provided Unique Name value contains invalid characters.',
  systemType: 'Provided System Type value contains invalid characters.',
  timerId: 'Provided Timer ID value is not valid.',
  id: 'Provided ID value is not valid.',
};

/** The API's words for a malformed id of a path. */
export function describePath({ target }: Issue, where: 'path' | 'query' | 'body' | 'header'): Detail | undefined {
  const message = where === 'path' ? faults[target] : undefined;
  return message === undefined ? undefined : invalidValue(target, message);
}
