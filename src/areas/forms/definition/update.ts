import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import { invalidUpdateDefinition } from '../errors.ts';
import { readOnlyFaults } from '../form/read-only.ts';
import type { DefinitionRow } from '../tables.ts';
import type { FormsApi } from '../version.ts';
import { changeDefinition, definitionAgain, nameColumns } from './store.ts';
import { definitionReply } from './view.ts';

export interface DefinitionUpdate {
  readonly displayName?: string;
  readonly status?: DefinitionRow['status'];
  readonly shareType?: DefinitionRow['share_type'];
  readonly idPrefix?: string | null;
}

const readOnly = ['id', 'definition', 'type', 'discipline', 'errorStatus'];

export const checkUpdate = ({ body }: RawInput): Detail[] => readOnlyFaults(body, readOnly);

const cannot = (target: string, message: string): Detail => ({ code: 'InvalidChange', message, target });

/** Changes what is said of a definition; its layout stays. */
export async function updateDefinition(
  { resource }: Located<DefinitionRow>,
  body: DefinitionUpdate,
  context: Context,
  api: FormsApi,
) {
  const outcome = await context.write(async (tx) => {
    const row = await definitionAgain(tx, resource.id);
    const faults = faultsOf(row, body);
    if (faults.length > 0) return fail(invalidUpdateDefinition, { details: faults });
    const change = changeOf(row, body);
    if (Object.keys(change).length === 0) return row;
    return changeDefinition(tx, row, change, { userId: context.caller.userId, now: context.now });
  });
  return isFailed(outcome) ? outcome : definitionReply(outcome, api);
}

function faultsOf(row: DefinitionRow, { status, shareType }: DefinitionUpdate): Detail[] {
  const faults: Detail[] = [];
  const broken = row.error_status === 'Error' || row.error_status === 'Critical';
  if (status === 'Approved' && row.status !== 'Approved' && broken) {
    faults.push(cannot('status', 'A definition whose layout has errors cannot be approved.'));
  }
  if (shareType !== undefined && row.share_type !== null && shareType !== row.share_type) {
    faults.push(cannot('shareType', 'ShareType cannot be changed once it is set.'));
  }
  return faults;
}

/** The columns that really change. */
function changeOf(row: DefinitionRow, { displayName, status, shareType, idPrefix }: DefinitionUpdate) {
  return {
    ...(displayName === undefined || displayName === row.name ? {} : nameColumns(displayName)),
    ...(status === undefined || status === row.status ? {} : { status }),
    ...(shareType === undefined || shareType === row.share_type ? {} : { share_type: shareType }),
    ...(idPrefix === undefined || idPrefix === row.prefix ? {} : { prefix: idPrefix }),
  };
}
