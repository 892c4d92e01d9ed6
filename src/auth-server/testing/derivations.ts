import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';

/** Counts what is derived from passwords until the test ends: the work that an answer waits for, however busy the machine. */
export function watchDerivations(t: TestContext): { take(): readonly object[] } {
  const { mock } = t.mock.method(crypto, 'argon2');
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
  return {
    /** The parameters of each derivation since the last call, without the password and its salt. */
    take() {
      const made = mock.calls.map(({ arguments: [algorithm, { message: _, nonce: __, ...cost }] }) => ({
        algorithm,
        ...cost,
      }));
      mock.resetCalls();
      return made;
    },
  };
}
