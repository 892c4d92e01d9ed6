import { mixedEndian } from '../../std/guid.ts';
import { newId } from '../../std/ids.ts';

/**
 * An id for a new twin. Ids of its files begin with its GUID's bytes in base64url; one that made them begin with `-`,
 * which a command line takes for an option, is drawn again.
 */
export function newTwinId(draw: () => string = newId): string {
  for (;;) {
    const id = draw();
    if (!Buffer.from(mixedEndian(id), 'hex').toString('base64url').startsWith('-')) return id;
  }
}
