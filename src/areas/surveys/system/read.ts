import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { invalidRead, systemNotFound } from '../errors.ts';
import { warningOf } from './messages.ts';

const isId = (id: string): boolean => /^((EPSG|ESRI):)?\d{4,6}(\+\d{4,6})?$/i.test(id);

/** A listed system with all that it is made of. */
export async function showSystem(id: string) {
  const { readSystem } = await import('../../../engines/crs/system.ts');
  const { fullView } = await import('../../../engines/crs/view.ts');
  const found = isId(id) ? readSystem(id) : undefined;
  if (found === undefined || lacksHeights(id, found.model.vertical?.datum)) return fail(systemNotFound);
  return reply(200, { coordinateSystem: fullView(found) });
}

/** Files keep numbers of heights that no list has; here they are not there. */
const lacksHeights = (id: string, datum: string | undefined): boolean => id.includes('+') && datum === 'unknown';

/** What a text says, in any of the ways that files and people have. */
export async function readDefinition(definition: string) {
  const { readSystem } = await import('../../../engines/crs/system.ts');
  const found = readSystem(definition.trim());
  if (found === undefined) {
    const { faultOf } = await import('../../../engines/crs/fault.ts');
    const detail = { code: 'InvalidValue', message: faultOf(definition), target: 'definition' };
    return fail(invalidRead, { details: [detail] });
  }
  const { fullView } = await import('../../../engines/crs/view.ts');
  const { match, warnings } = found;
  return reply(200, { coordinateSystem: fullView(found), match, warnings: warnings.map(warningOf) });
}
