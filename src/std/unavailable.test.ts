import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asUnavailable, type Support, Unavailable } from './unavailable.ts';

const system = (code: string) => Object.assign(new Error(code), { code });
const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
const postgres = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });

describe('what drivers say', () => {
  const away: [string, Support, unknown][] = [
    ['a full disk', 'disk', system('ENOSPC')],
    ['a used-up quota', 'file store', system('EDQUOT')],
    ['a broken disk', 'disk', system('EIO')],
    ['a disk that can only be read', 'file store', system('EROFS')],
    ['a server that is not there', 'database', system('ECONNREFUSED')],
    ['a server that went away', 'file store', system('ECONNRESET')],
    ['all addresses of a server refused', 'database', new AggregateError([system('ECONNREFUSED')], 'x')],
    ['SQLite: full', 'database', sqlite(13)],
    ['SQLite: busy', 'database', sqlite(5)],
    ['SQLite: damaged', 'database', sqlite(11)],
    ['SQLite: an error of the disk while it writes', 'database', sqlite(10 | (3 << 8))],
    ['PostgreSQL: stopped by its operator', 'database', postgres('57P01')],
    ['PostgreSQL: starting', 'database', postgres('57P03')],
    ['PostgreSQL: too slow', 'database', postgres('57014')],
    ['PostgreSQL: too many connections', 'database', postgres('53300')],
    ['PostgreSQL: disk full', 'database', postgres('53100')],
    ['PostgreSQL: can only be read', 'database', postgres('25006')],
  ];
  for (const [what, support, error] of away) {
    it(`means that something is away: ${what}`, () => {
      const found = asUnavailable(support, error);
      assert.ok(found instanceof Unavailable);
      assert.deepEqual([found.support, found.cause], [support, error]);
    });
  }

  const faults: [string, Support, unknown][] = [
    ['a mistake in the program', 'database', new TypeError('x is not a function')],
    ['a file that is not there', 'disk', system('ENOENT')],
    ['a mail server that is away', 'disk', system('ECONNREFUSED')],
    ['SQLite: a constraint', 'database', sqlite(19 | (8 << 8))],
    ['PostgreSQL: a unique value taken', 'database', postgres('23505')],
    ['PostgreSQL: a wrong statement', 'database', postgres('42601')],
    ['no error at all', 'database', 'x'],
  ];
  for (const [what, support, error] of faults) {
    it(`stays what it is: ${what}`, () => assert.equal(asUnavailable(support, error), error));
  }
});
