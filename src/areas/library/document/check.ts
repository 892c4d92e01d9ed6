import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { isUuid } from '../../../std/ids.ts';
import { membersOf } from '../common-view.ts';
import type { Parent } from '../parent.ts';
import { type DocumentBody, purposes } from '../schema/document.ts';
import { documentsOf } from '../store/document.ts';
import type { DocumentRow } from '../tables.ts';
import { documentFaults } from './rules.ts';

/** The rules of documents on input of whatever form, so that all faults are told at once. */
export async function checkDocument(
  of: Parent,
  parentId: string,
  before: DocumentRow | undefined,
  { body }: RawInput,
  { db, ports }: Context,
): Promise<Detail[]> {
  const { refusedExtensions } = ports.settings;
  const documents = await documentsOf(db, parentId);
  return documentFaults({
    parentKind: of.kind,
    body: soundPart(membersOf(body)),
    before,
    documents,
    refusedExtensions,
  });
}

/** The members of a body that are values of their kind; the others are told by the shape. */
function soundPart(given: Readonly<Record<string, unknown>>): Partial<DocumentBody> {
  const text = (name: string) => (typeof given[name] === 'string' ? { [name]: given[name] } : {});
  const flag = (name: string) => (typeof given[name] === 'boolean' ? { [name]: given[name] } : {});
  const id = (name: string) => {
    const value = given[name];
    return typeof value === 'string' && isUuid(value) ? { [name]: value } : {};
  };
  const purpose = purposes.find((one) => one === given.purpose);
  return {
    ...text('displayName'),
    ...text('extension'),
    ...(purpose === undefined ? {} : { purpose }),
    ...id('previousVersionId'),
    ...id('associatedDesignDocument'),
    ...flag('available'),
    ...flag('isActive'),
  };
}
