import { wrongCall } from '../failure.ts';
import { nearest } from '../nearest.ts';
import { type BuiltIn, callOperation } from '../run.ts';

/** `twin call <operationId> …`: as the command of the operation. */
export const call: BuiltIn = async ({ io, table, argv: [id = '', ...argv] }) => {
  const { operations } = table.index;
  const found = operations.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (found) return callOperation(found, { io, table, argv });
  const near = nearest(
    id,
    operations.map((one) => one.id),
  );
  throw wrongCall(
    id === '' ? 'Name an operation: twin call <operationId>' : `There is no operation ${id}.`,
    near.length === 0 ? [] : [`Did you mean ${near.join(', ')}?`],
  );
};
