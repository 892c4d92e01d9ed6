import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { chanceOf, seedOf } from '../../../test/support/chance.ts';
import { checkArchive } from './check.ts';
import { openIndex } from './entry-index.ts';
import { bagOf, type MadeBag, type MadeEntry, sha256Of, zipOf } from './testing/made-archive.ts';
import { unpacked } from './unpacked.ts';
import { openZip } from './zip-directory.ts';

const base = '3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41';
const other = '4f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41';
const content = Buffer.from('As built.');
const digest = sha256Of(content);
const contentPath = `data/blobs/${digest.slice(0, 2)}/${digest}`;
const records = 'data/records/storage/item.ndjson';
const payload = new Map([
  [records, Buffer.from('{"id":"a"}\n{"id":"b"}\n'.repeat(20))],
  ['data/archive.json', Buffer.from('{"format":1}\n')],
  ['data/README.txt', Buffer.from('Read me.')],
  [contentPath, content],
]);
const limits = { bytes: 2 ** 20, entries: 40 };

const folder = mkdtempSync(join(tmpdir(), 'archive-check-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

async function check(bytes: Buffer, given = limits) {
  const [input, index] = [join(folder, `${++files}.twin`), join(folder, `${files}.sqlite`)];
  writeFileSync(input, bytes);
  const kinds = ['storage/item', 'storage/folder'];
  const told = await checkArchive({ input, index, kinds, limits: given }, { progress() {}, log() {} });
  return { told, input, index };
}

const bag = (change: Partial<MadeBag> = {}): MadeEntry[] => bagOf({ base, payload, ...change });
const valid = bag();
const file = zipOf(valid);

/** The valid entries, one of them changed. */
const with1 = (path: string, change: Partial<MadeEntry>): Buffer =>
  zipOf(valid.map((one) => (one.name === `${base}/${path}` ? { ...one, ...change } : one)));
const added = (name: string, bytes = Buffer.from('x'), more: Partial<MadeEntry> = {}): Buffer =>
  zipOf([...valid, { name, bytes, ...more }]);
const inBag = (path: string): Buffer => zipOf(bag({ payload: new Map([...payload, [path, Buffer.from('x')]]) }));
const renamed = (name: string | Buffer): Buffer => {
  const bytes = Buffer.from(name);
  const put = (length: number, at: number) => (header: Buffer) => {
    header.writeUInt16LE(bytes.length, at);
    return Buffer.concat([header.subarray(0, length), bytes]);
  };
  return added('x', Buffer.from('x'), { local: put(30, 26), record: put(46, 28) });
};
/** A change of one number, in both headers of an added entry or in one. */
const put16 = (value: number, local: number | undefined, record: number | undefined): Partial<MadeEntry> => ({
  ...(local === undefined ? {} : { local: (header: Buffer) => write16(header, value, local) }),
  ...(record === undefined ? {} : { record: (header: Buffer) => write16(header, value, record) }),
});
function write16(header: Buffer, value: number, at: number): Buffer {
  header.writeUInt16LE(value, at);
  return header;
}
const attributes = (value: number): Partial<MadeEntry> => ({
  record(header) {
    header.writeUInt32LE(value, 38);
    return header;
  },
});
const extra = (field: Buffer): Partial<MadeEntry> => ({
  local: (header) => Buffer.concat([write16(header, field.length, 28), field]),
  record: (header) => Buffer.concat([write16(header, field.length, 30), field]),
});
const unixTimes = Buffer.from('5554050001aabbccdd', 'hex');
const folderName = `${base}/data/blobs/`;
const added1 = `${base}/data/people.ndjson`;
const zeros = Buffer.alloc(300_000);

const hostile: Readonly<Record<string, readonly (readonly [what: string, file: Buffer, entry?: string | null])[]>> = {
  NotAnArchive: [
    ['no ZIP file', Buffer.from('This is no archive.')],
    ['an empty file', Buffer.alloc(0)],
    ['an empty ZIP file', zipOf([])],
    ['a bag of another version', with1('bagit.txt', { bytes: Buffer.from('BagIt-Version: 0.97\n') })],
    ['no bag', zipOf(valid.filter(({ name }) => !name.endsWith('bagit.txt')))],
    ['two base folders', added(`${other}/data/people.ndjson`)],
    ['no base folder', added('data.txt')],
    ['a base folder that is no id', zipOf(bagOf({ base: 'twin', payload }))],
  ],
  ArchiveTruncated: [
    ['an end that is cut', file.subarray(0, -4)],
    ['bytes missing in its middle', Buffer.concat([file.subarray(0, 100), file.subarray(400)])],
    [
      'a directory beyond its end',
      zipOf(valid, (end) => {
        end.writeBigUInt64LE(BigInt(file.length), 48);
        end.writeUInt32LE(0xffffffff, 92);
        return end;
      }),
    ],
    ['an entry beyond its end', with1('bagit.txt', { record: (one) => Buffer.from(one).fill(0x7f, 42, 46) })],
  ],
  BrokenContainer: [
    ['something behind its end', Buffer.concat([file, Buffer.from('more')])],
    ['two ends', Buffer.concat([file, file.subarray(-98)])],
    ['something before its first entry', Buffer.concat([Buffer.from('more'), file])],
    [
      'a name that its headers tell differently',
      with1('bagit.txt', { local: (one) => Buffer.from(one).fill(0x61, 70, 71) }),
    ],
    ['a method that its headers tell differently', with1('bagit.txt', put16(0, 8, undefined))],
    ['a wrong CRC', with1(records, { crc: 1 })],
    ['a wrong CRC of a content', with1(contentPath, { crc: 1 }), contentPath],
    ['bytes that cannot be unpacked', with1(records, { stored: Buffer.from('ffffff', 'hex') }), records],
    [
      'bytes behind what is packed',
      with1(records, { stored: Buffer.concat([deflateRawSync(payload.get(records) ?? content), content]) }),
    ],
    ['an entry that is larger than it says', with1(records, { size: 10 }), records],
    [
      'the same bytes for two entries',
      zipOf(valid.map((one, at) => (at === 1 ? { ...one, record: startsAt(0) } : one))),
    ],
    ['a comment', zipOf(valid, (end) => Buffer.concat([write16(end, 2, end.length - 2), Buffer.from('hi')]))],
  ],
  UnsafePath: [
    ['an absolute path', renamed('/etc/passwd'), '/etc/passwd'],
    ['a path that leads out', renamed(`${base}/../x`)],
    ['a drive', renamed('C:/x')],
    ['a backslash', renamed(`${base}\\data\\x`)],
    ['an empty segment', renamed(`${base}//x`)],
    ['a dot', renamed(`${base}/./x`)],
    ['NUL', renamed(`${base}/a\0b`), `${base}/a\ufffdb`],
    ['no UTF-8', renamed(Buffer.concat([Buffer.from(`${base}/`), Buffer.from([0xff, 0xfe])]))],
    ['a name that is not NFC', renamed(`${base}/a\u0308`)],
    ['a long name', renamed(`${base}/${'x'.repeat(400)}`), `${base}/${'x'.repeat(163)}`],
    ['no name', renamed('')],
  ],
  UnsupportedEntry: [
    ['a link', added(added1, content, attributes((0o120777 * 0x10000) >>> 0)), added1],
    ['a device', added(added1, content, attributes((0o060666 * 0x10000) >>> 0))],
    ['a folder', added(folderName, Buffer.alloc(0)), folderName],
    ['encryption', added(added1, content, put16(0x0801, 6, 8))],
    ['another method', added(added1, content, put16(14, 8, 10))],
    ['another extra field', added(added1, content, extra(unixTimes))],
    [
      'a comment of an entry',
      added(added1, content, { record: (one) => Buffer.concat([write16(one, 1, 32), Buffer.from('x')]) }),
    ],
    ['another volume', added(added1, content, put16(1, undefined, 34))],
    ['several volumes', zipOf(valid, (end) => write16(end, 3, 72))],
    ['a stored entry of two sizes', added(added1, content, { size: 3 })],
  ],
  DuplicateEntry: [
    ['a name twice', zipOf([...valid, ...valid.slice(0, 1)]), records],
    ['a name in another case', added(`${base}/data/ARCHIVE.json`), 'data/ARCHIVE.json'],
  ],
  UnexpectedEntry: [
    ['a file beside the bag', added(`${base}/setup.exe`), 'setup.exe'],
    ['an unknown kind', inBag('data/records/storage/secret.ndjson'), 'data/records/storage/secret.ndjson'],
    ['an unknown area', inBag('data/records/auth/user.ndjson')],
    ['a content in a wrong folder', inBag(`data/blobs/zz/${digest}`)],
    ['a content whose name is no digest', inBag('data/blobs/ab/abc')],
    ['a schema of nothing', inBag('data/schemas/storage/x.json')],
  ],
  RatioTooHigh: [
    ['an entry of zeros', added(added1, zeros, { method: 8 }), 'data/people.ndjson'],
    [
      'one that says less than it is',
      with1('data/README.txt', { stored: deflateRawSync(zeros), method: 8, size: 1000 }),
    ],
    ['a large one', added(added1, Buffer.alloc(900_000, 'ab'), { method: 8 })],
  ],
  TooManyEntries: [
    ['41 entries', zipOf(manyEntries(41))],
    ['60 entries', zipOf(manyEntries(60))],
  ],
  ArchiveTooLarge: [
    ['a large file', added(added1, Buffer.from(Array.from({ length: 2 ** 20 }, (_, at) => (at * at) % 251)))],
    [
      'much in a small file',
      zipOf(
        manyEntries(
          30,
          Buffer.from(Array.from({ length: 600 }, (_, at) => sha256Of(Buffer.from([at, at >> 8]))).join('')),
        ),
      ),
    ],
  ],
  ManifestMissing: [
    ['no manifest', zipOf(valid.filter(({ name }) => !name.endsWith('/manifest-sha256.txt')))],
    ['no manifest of the tags', zipOf(valid.filter(({ name }) => !name.endsWith('tagmanifest-sha256.txt')))],
  ],
  ManifestMismatch: [
    ['a file that is not listed', zipOf([...valid, { name: added1, bytes: content }]), 'data/people.ndjson'],
    ['a listed file that is not there', zipOf(valid.filter(({ name }) => !name.endsWith(records))), records],
    ['a line twice', zipOf(bag({ manifest: (text) => text + text }))],
    ['a line that is none', zipOf(bag({ manifest: (text) => `${text}abc\n` })), 'abc'],
    ['a last line without an end', zipOf(bag({ manifest: (text) => text.slice(0, -1) }))],
    ['a file outside of the payload', zipOf(bag({ manifest: (text) => `${text}${digest}  bagit.txt\n` })), 'bagit.txt'],
    [
      'a tag that is not listed',
      zipOf(bag({ tagManifest: (text) => text.split('\n').slice(1).join('\n') })),
      'bag-info.txt',
    ],
  ],
  DigestMismatch: [
    [
      'a content whose name is another digest',
      zipOf(bag({ payload: new Map([...payload, [contentPath, Buffer.from('Forged.')]]) })),
      contentPath,
    ],
    ['a manifest with another digest', zipOf(bag({ manifest: (text) => text.replaceAll(/^../gm, 'ff') })), records],
    ['a tag with another digest', zipOf(bag({ tagManifest: (text) => text.replaceAll(/^../gm, 'ff') })), 'bagit.txt'],
    [
      'other sums',
      zipOf(bag({ info: (text) => text.replace(/Payload-Oxum: \d+/, 'Payload-Oxum: 7') })),
      'bag-info.txt',
    ],
    ['sums twice', zipOf(bag({ info: (text) => `${text}Payload-Oxum: 7.1\n` })), 'bag-info.txt'],
  ],
};

function startsAt(start: number): (record: Buffer) => Buffer {
  return (record) => {
    record.writeUInt32LE(start, 42);
    return record;
  };
}

function manyEntries(count: number, bytes = Buffer.from('x')): MadeEntry[] {
  const names = Array.from({ length: count }, (_, at) => sha256Of(Buffer.from(String(at))));
  return [
    ...valid,
    ...names.map((name) => ({ name: `${base}/data/blobs/${name.slice(0, 2)}/${name}`, bytes, method: 8 as const })),
  ];
}

describe('an archive that is checked', () => {
  it('is found with all its entries', async () => {
    const { told, input, index } = await check(file);
    assert.deepEqual(told, { fault: null, base });
    const entries = openIndex(index);
    const zip = await openZip(input);
    for (const [path, bytes] of payload) {
      const entry = entries.find(path);
      assert.ok(entry);
      const chunks = await Array.fromAsync(unpacked(zip, entry));
      assert.ok(Buffer.concat(chunks).equals(bytes), path);
    }
    entries.close();
    await zip.close();
  });

  for (const [code, files] of Object.entries(hostile)) {
    for (const [what, bytes, entry] of files) {
      it(`is refused as ${code}: ${what}`, async () => {
        const { told } = await check(bytes);
        assert.equal(told.fault?.code, code, told.fault?.message);
        assert.match(told.fault.message, /^[^\p{Cc}]+\.$/u);
        if (entry !== undefined) assert.equal(told.fault.entry, entry);
      });
    }
  }

  it('has every fault told in its sentence', async () => {
    const sentences = new Set<string>();
    for (const [bytes] of Object.values(hostile).map(([first]) => [first?.[1] ?? Buffer.alloc(0)] as const)) {
      const { told } = await check(bytes);
      sentences.add(told.fault?.message ?? '');
    }
    assert.deepEqual(
      [...sentences],
      [
        'The file is no archive of a twin.',
        'The archive ends too early.',
        'The archive is damaged: something follows its end.',
        "The name '/etc/passwd' is not allowed in an archive.",
        `The entry '${added1}' is a link, a folder, encrypted or packed in an unknown way.`,
        `The name '${records}' is in the archive twice.`,
        "The entry 'setup.exe' does not belong into an archive.",
        "The entry 'data/people.ndjson' is more than 200 times as large as its packed form.",
        'The archive has more than 40 entries.',
        'The archive is larger than 1048576 bytes.',
        'The archive has no manifest.',
        "'data/people.ndjson' is in the manifest and not in the archive, or the other way round.",
        `The bytes of '${contentPath}' are not those of the manifest.`,
      ],
    );
  });

  it('is gone on with where an attempt was stopped', async () => {
    const bagged = bagOf({
      base,
      payload: new Map([
        ...payload,
        ...Array.from({ length: 2500 }, (_, at) => {
          const bytes = Buffer.from(`Content ${at}`);
          const name = sha256Of(bytes);
          return [`data/blobs/${name.slice(0, 2)}/${name}`, bytes] as const;
        }),
      ]),
    });
    const [input, index] = [join(folder, 'stopped.twin'), join(folder, 'stopped.sqlite')];
    writeFileSync(input, zipOf(bagged));
    const params = { input, index, kinds: ['storage/item'], limits: { bytes: 2 ** 24, entries: 5000 } };
    const stop = new AbortController();
    const told: number[] = [];
    const first = checkArchive(params, {
      signal: stop.signal,
      log() {},
      progress({ done = 0 }) {
        if (done > 25_000) stop.abort();
      },
    });
    await assert.rejects(first, { name: 'AbortError' });
    const kept = openIndex(index);
    assert.deepEqual([kept.mark('base'), kept.mark('compared')], [base, '2000']);
    kept.close();
    const again = await checkArchive(params, { log() {}, progress: ({ done = 0 }) => void told.push(done) });
    assert.deepEqual(again, { fault: null, base });
    assert.ok(Math.max(...told) < 10_000, `${Math.max(...told)} bytes were read again`);
  });

  it('is refused, or says the same, whichever of its bytes is another', async () => {
    const { whole } = chanceOf(seedOf('bytes of archives'));
    for (let round = 0; round < 300; round++) {
      const changed = Buffer.from(file);
      const place = whole(0, file.length - 1);
      changed[place] = (changed[place] ?? 0) ^ (1 << whole(0, 7));
      const { told, input, index } = await check(changed);
      if (told.fault !== null) continue;
      const entries = openIndex(index);
      const zip = await openZip(input);
      for (const [path, bytes] of payload) {
        const entry = entries.find(path);
        assert.ok(entry, `byte ${place}`);
        assert.ok(Buffer.concat(await Array.fromAsync(unpacked(zip, entry))).equals(bytes), `byte ${place}`);
      }
      entries.close();
      await zip.close();
    }
  });
});
