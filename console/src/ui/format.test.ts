import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ago, bytes, duration, personName, plural } from './format.ts';

describe('what people read', () => {
  it('is sizes in powers of 1000', () => {
    assert.deepEqual([0, 1, 999, 1000, 18_231_044, 2.5e9, 4e12, 7e15].map(bytes), [
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1.0 kB',
      '18 MB',
      '2.5 GB',
      '4.0 TB',
      '7000 TB',
    ]);
  });

  it('is times in their two largest units', () => {
    assert.deepEqual([0.25, 40, 125, 7500].map(duration), ['250 ms', '40 s', '2 min 5 s', '2 h 5 min']);
  });

  it('is how long ago something was, and how far ahead', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const said = (iso: string) => ago(iso, now);
    assert.equal(said('2026-11-20T11:59:30Z'), 'just now');
    assert.equal(said('2026-11-20T09:00:00Z'), '3 hours ago');
    assert.equal(said('2026-11-27T12:00:00Z'), 'next week');
    assert.equal(said('2024-11-20T12:00:00Z'), '2 years ago');
  });

  it('is words for one and for many, and names of people', () => {
    assert.deepEqual(
      [plural(1, 'file'), plural(2, 'file'), plural(0, 'entry', 'entries')],
      ['1 file', '2 files', '0 entries'],
    );
    assert.equal(personName({ givenName: 'Ada', surname: 'Larsen', email: 'a@b.c' }), 'Ada Larsen');
    assert.equal(personName({ givenName: null, surname: null, email: 'a@b.c' }), 'a@b.c');
    assert.equal(personName({ givenName: null, surname: null, email: null }), 'Unknown user');
  });
});
