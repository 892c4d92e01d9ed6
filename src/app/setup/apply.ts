import { readFileSync } from 'node:fs';
import type { SetupFault as IdentityFault, IdentitySetup } from '../../auth-server/setup.ts';
import { ConfigError } from '../../config/config.ts';
import type { Database, Transaction } from '../../kernel/db/database.ts';
import { messageOf } from '../../std/errors.ts';
import type { SetupBrand, SetupMember, SetupTwin } from './setup.schema.ts';
import { readSetup } from './setup-file.ts';

/** Who makes what the file names. */
export interface SetupMakers {
  identityFaults(setup: IdentitySetup): Promise<readonly IdentityFault[]>;
  identity(setup: IdentitySetup): Promise<void>;
  /** Makes the twin if it is not there; changes nothing of one that is. */
  twin(tx: Transaction, twin: SetupTwin): Promise<void>;
  /** Gives the roles that the person lacks; takes none away. Answers what is wrong, if anything. */
  member(tx: Transaction, member: SetupMember): Promise<string | undefined>;
  brand(tx: Transaction, brand: SetupBrand): Promise<void>;
}

/**
 * Applies a set-up file at start. It can be applied again and again: what is named is made or brought up to date, and
 * nothing is ever deleted.
 */
export async function applySetupFile(file: string, db: Database, makers: SetupMakers): Promise<void> {
  const setup = await readSetup(textOf(file), file, (given) => makers.identityFaults(given));
  await makers.identity(setup);
  for (const twin of setup.twins ?? []) await db.write((tx) => makers.twin(tx, twin));
  for (const member of setup.members ?? []) {
    const fault = await db.write((tx) => makers.member(tx, member));
    if (fault) throw new ConfigError(`The set-up file is wrong:\n  ${file}: member ${member.email}: ${fault}`);
  }
  for (const brand of setup.brands ?? []) await db.write((tx) => makers.brand(tx, brand));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`SETUP_FILE cannot be read: ${messageOf(error)}`);
  }
}
