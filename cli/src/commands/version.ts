import type { BuiltIn } from '../run.ts';

/** `twin version` */
export const version: BuiltIn = ({ io, table: { index } }) =>
  io.stdout.write(`twin ${index.version}\n${index.operations.length} operations in ${index.apis} APIs\n`);
