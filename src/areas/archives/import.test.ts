import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { completeForArchive } from '../../../test/support/archived-world.ts';
import { chanceOf, seedOf } from '../../../test/support/chance.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../../../test/support/platform.ts';
import { newSociety, newWorld } from '../../../test/support/world.ts';
import { tables } from '../../kernel/db/query.ts';
import { newId } from '../../std/ids.ts';
import { itemIdOf } from '../../std/item-id.ts';
import { once } from '../../std/once.ts';
import { longestLine } from './check/lines.ts';
import {
  faultOf,
  fileWith,
  type Line,
  linesOf,
  type Payload,
  recordsPath,
  withContent,
  withLines,
  withMember,
  withReport,
} from './testing/changed-archive.ts';
import { exported, fileOf, imported, payloadOf } from './testing/fixture.ts';

const all = tables<Record<string, Record<string, unknown>>>();
const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const other = 'e4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';

interface Exported {
  readonly p: Platform;
  readonly administrator: Person;
  readonly twinId: string;
  readonly file: Buffer;
  /** With what could be made anew. */
  readonly derived: Buffer;
  readonly payload: Payload;
}

async function exportedWorld(p: Platform): Promise<Exported> {
  const world = newWorld(p, await newSociety(p));
  await completeForArchive(world);
  const { administrator } = world.society;
  const twinId = await world.idOf('twin');
  const fileWithChoices = async (choices: object) =>
    fileOf(p, administrator, await exported({ p, administrator }, twinId, choices));
  const file = await fileWithChoices({ history: true });
  const derived = await fileWithChoices({ history: true, derived: true });
  return { p, administrator, twinId, file, derived, payload: await payloadOf(file) };
}

/** How many rows each table has, but those that every request adds to. */
async function rowsIn({ app: { db, archives } }: Platform): Promise<Record<string, number>> {
  const work = [
    'jobs',
    'job_workers',
    'archive_imports',
    'maintenance',
    'rate_windows',
    'trace_origins',
    'blob_drafts',
  ];
  const kinds = archives.flatMap((one) => [...one.kinds.map(({ table }) => table), ...Object.keys(one.excused)]);
  const counts: Record<string, number> = {};
  for (const table of kinds.filter((name) => !work.includes(name))) {
    const rows = await db.all(all.selectFrom(table).select(({ fn }) => fn.countAll().as('count')));
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** The same, once the work that follows the making of the world has ended. */
async function settledRows(p: Platform): Promise<Record<string, number>> {
  for (let before = await rowsIn(p); ; ) {
    await sleep(300);
    const rows = await rowsIn(p);
    if (isDeepStrictEqual(rows, before)) return rows;
    before = rows;
  }
}

/** Tables that have more rows; fewer are the upkeep's, which removes what was deleted long before. */
const grown = (before: Record<string, number>, after: Record<string, number>): string[] =>
  Object.keys(after).filter((table) => (after[table] ?? 0) > (before[table] ?? 0));

const items = recordsPath('storage/item');
const itemOf = (twinId: string): string => itemIdOf({ twinId, guid: newId() });
const isFile = ({ kind, state }: Line): boolean => kind === 1 && state === 'live';
const isFolder = ({ kind, parentId }: Line): boolean => kind === 0 && parentId !== undefined;

type Case = readonly [what: string, payload: Payload, entry?: string];

/** Archives whose digests are right and whose records are not, by the code that they are refused with. */
function hostile(payload: Payload, twinId: string): Readonly<Record<string, readonly Case[]>> {
  const member = (kind: string, name: string, value: unknown, fits?: (line: Line) => boolean): Payload =>
    withMember(payload, kind, name, value, fits);
  const raw = (path: string, change: (text: string) => string): Payload =>
    new Map([...payload, [path, Buffer.from(change(String(payload.get(path) ?? '')))]]);
  const first = (path: string, change: (line: string) => string): Payload =>
    raw(path, (text) => text.replace(/^.*/, change));
  const twice = (path: string): Payload => withLines(payload, path, (lines) => [...lines, ...lines.slice(0, 1)]);
  const report = (change: (one: Line) => unknown): Payload => withReport(payload, change);
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const scenes = recordsPath('scenes/scene');
  const circle = (path: string, fits: (line: Line) => boolean): Payload =>
    withLines(payload, path, (lines) => {
      const one = lines.findIndex(fits);
      return lines.map((line, at) => (at === one ? { ...line, parentId: line.id } : line));
    });
  const [view] = linesOf(payload, recordsPath('saved-views/view'));
  const viewId = Buffer.from(String(view.id), 'base64url').fill(7, 17, 33).toString('base64url');
  return {
    UnsupportedFormat: [
      ['a later format', report((one) => ({ ...one, format: 2 })), 'data/archive.json'],
      ['a much later format', report((one) => ({ ...one, format: 1000 }))],
    ],
    LineTooLong: [
      ['a long name', member('storage/item', 'name', 'x'.repeat(longestLine), isFile), items],
      ['a file without lines', raw('data/people.ndjson', () => 'y'.repeat(longestLine + 10)), 'data/people.ndjson'],
    ],
    InvalidRecord: [
      ['a line that is no JSON', raw(items, (text) => `${text}{\n`)],
      ['an empty line', raw(items, (text) => `\n${text}`)],
      ['a list', raw(items, (text) => `[]\n${text}`)],
      ['a byte order mark', raw(items, (text) => `\ufeff${text}`)],
      ['a last line without an end', raw(items, (text) => text.slice(0, -1))],
      [
        'no UTF-8',
        new Map([...payload, [items, Buffer.concat([Buffer.from([0xff]), payload.get(items) ?? Buffer.alloc(0)])]]),
      ],
      ['a member twice', first(items, (line) => line.replace('{', '{"kind":0,'))],
      ['a prototype', first(items, (line) => line.replace('{', '{"__proto__":{"x":1},'))],
      ['a prototype that is written otherwise', first(items, (line) => line.replace('{', '{"__proto\\u005f_":1,'))],
      [
        'a member twice far below',
        first(recordsPath('twins/twin'), (line) => line.replace('{', '{"x":{"y":{"a":1,"a":2}},')),
      ],
      ['many levels', first(items, (line) => line.replace('{', `{"x":${'['.repeat(70)}${']'.repeat(70)},`))],
      ['U+0000', member('storage/item', 'description', 'a\0b')],
      ['half a pair', member('storage/item', 'description', 'a\ud800b')],
      ['no id', member('storage/item', 'id', undefined)],
      ['an id that is none', member('storage/item', 'id', 'abc')],
      ['a GUID in capitals', member('scenes/scene', 'id', unknown.toUpperCase())],
      ['null', member('storage/item', 'parentId', null, isFile)],
      ['a text for a number', member('storage/item', 'size', '12')],
      ['a size below zero', member('storage/item', 'size', -1, isFile)],
      ['a time that is none', member('storage/item', 'created', '2025-02-30T00:00:00.000Z')],
      ['a time to come', member('storage/item', 'modified', later)],
      ['a name that leads out', member('storage/item', 'name', '../x', isFile)],
      ['a file that systems execute', member('storage/item', 'name', 'setup.exe', isFile)],
      ['a state of the upload', member('storage/item', 'state', 'pending', isFile)],
      ['a file without content', member('storage/item', 'blobId', undefined, isFile)],
      ['a permission that there is not', member('access-control/role', 'permissions', ['everything'])],
      ['a role of a kind of its own', member('access-control/role', 'builtIn', 'Root')],
      [
        'two owners',
        withLines(payload, recordsPath('access-control/role'), (lines) => [
          ...lines,
          { ...lines.find(({ builtIn }) => builtIn === 'Owner'), id: unknown },
        ]),
      ],
      ['a member of another type', member('access-control/member', 'memberType', 'Administrator')],
      ['an Account', withMember(member('twins/twin', 'class', 'Account'), 'twins/twin', 'subClass', 'Account')],
      [
        'a subClass of another class',
        withMember(member('twins/twin', 'class', 'Thing'), 'twins/twin', 'subClass', 'Project'),
      ],
      ['a name with markup', member('saved-views/group', 'name', '<script>')],
      ['an address that runs', member('saved-views/extension', 'schemaUrl', 'javascript:alert(1)')],
      ['a kind of objects that there is not', member('scenes/object', 'kind', 'Trojan')],
      ['a scene of another version', member('scenes/object', 'schemaVersion', '2.0.0')],
      ['a layout without controls', member('forms/layout', 'definition', { Form: {} })],
      [
        'a workflow to nowhere',
        withLines(payload, recordsPath('forms/workflow'), (lines) =>
          lines.map((line) => ({ ...line, workflow: { ...line.workflow, startStates: ['Nowhere'] } })),
        ),
      ],
      [
        'a form with the number of another',
        withLines(payload, recordsPath('forms/form'), (lines) => lines.map((line) => ({ ...line, number: 'F-1' }))),
      ],
      ['a repository of a generated class', member('twins/repository', 'class', 'Storage')],
      ['symbols that there cannot be', member('pnid/symbol-set', 'content', { symbols: [] })],
      [
        'a picture that is none',
        withContent(
          payload,
          String(linesOf(payload, recordsPath('twins/twin'))[0].image.large.blobId).slice(0, 64),
          Buffer.from('GIF89a'),
        ),
        recordsPath('twins/twin'),
      ],
      ['a content of another size', member('blobs/blob', 'size', 1_000_000)],
      ['no report', new Map([...payload].filter(([path]) => path !== 'data/archive.json')), 'data/archive.json'],
      ['two reports', raw('data/archive.json', (text) => text + text)],
      ['a report without a twin', report(({ twin: _, ...one }) => one)],
    ],
    DuplicateRecord: [
      ['a file twice', twice(items), items],
      ['a member of a twin twice', twice(recordsPath('access-control/member'))],
      ['a person twice', twice('data/people.ndjson')],
      ['an entry of the audit log twice', twice('data/history/audit.ndjson')],
    ],
    ForeignTwin: [
      [
        'another twin in its report',
        report((one) => ({ ...one, twin: { ...one.twin, id: other } })),
        'data/archive.json',
      ],
      ['a file of another twin', member('storage/item', 'id', itemOf(other), isFile), items],
      ['a view of another twin', member('saved-views/view', 'id', viewId)],
      ['another twin', member('twins/twin', 'id', other)],
      [
        'a definition that is borrowed from itself',
        withLines(payload, recordsPath('forms/definition'), (lines) =>
          lines.map((line) => (line.borrowed ? { ...line, twinId } : line)),
        ),
      ],
      [
        'a definition that is borrowed in secret',
        withLines(payload, recordsPath('forms/definition'), (lines) => lines.map(({ borrowed: _, ...line }) => line)),
      ],
    ],
    DanglingReference: [
      ['a content that is not there', member('storage/item', 'blobId', 'a'.repeat(64), isFile), items],
      ['a content of another type that is not there', member('pnid/input', 'blobId', `${'b'.repeat(64)} text/plain`)],
      [
        'a record of a content that is not there',
        withLines(payload, recordsPath('blobs/blob'), (lines) => [
          ...lines,
          { contentType: 'text/plain', size: 1, sha256: 'a'.repeat(64) },
        ]),
      ],
      ['a person who is not there', member('storage/item', 'createdBy', unknown)],
      ['a member who is not there', member('access-control/member', 'memberId', unknown)],
      ['a model that is not there', member('models/changeset', 'modelId', unknown)],
      ['a folder that is not there', member('storage/item', 'parentId', itemOf(twinId), isFile)],
      ['a folder in itself', circle(items, isFolder)],
      ['two roots', withLines(payload, items, (lines) => [...lines, { ...lines[0], id: itemOf(twinId) }])],
      ['a scene in itself', circle(scenes, () => true), scenes],
      ['a definition that is not there', member('forms/form', 'definitionId', itemOf(twinId))],
    ],
    CountMismatch: [
      [
        'another number of files',
        report((one) => ({ ...one, counts: { ...one.counts, records: { ...one.counts.records, 'storage/item': 1 } } })),
        'data/archive.json',
      ],
      [
        'records of a kind that there is not',
        report((one) => ({ ...one, counts: { ...one.counts, records: { ...one.counts.records, 'auth/user': 3 } } })),
      ],
      [
        'another number of contents',
        report((one) => ({ ...one, counts: { ...one.counts, blobs: one.counts.blobs + 1 } })),
      ],
      ['another number of bytes', report((one) => ({ ...one, counts: { ...one.counts, bytes: 7 } }))],
      ['no twin', withLines(payload, recordsPath('twins/twin'), () => [])],
    ],
  };
}

/** The sentence of a code, as the first case of it is told. */
const sentences: Readonly<Record<string, RegExp>> = {
  UnsupportedFormat: /^The archive has format 2; this server reads formats up to 1\.$/,
  LineTooLong: /^Line \d+ of 'data\/records\/storage\/item\.ndjson' is longer than 16 MiB\.$/,
  InvalidRecord: /^Line \d+ of 'data\/records\/storage\/item\.ndjson' is not valid: line: is no JSON object\.$/,
  DuplicateRecord: /^Line \d+ of 'data\/records\/storage\/item\.ndjson' has the id of an earlier line\.$/,
  ForeignTwin: /^Line 1 of 'data\/archive\.json' belongs to another twin\.$/,
  DanglingReference:
    /^Line \d+ of 'data\/records\/storage\/item\.ndjson' refers to the content a{64}, which is not in the archive\.$/,
  CountMismatch: /^The archive says 1 records of storage\/item, it has \d+\.$/,
};

eachPlatform(
  'an archive that is brought in',
  (platform) => {
    const given = once(async () => exportedWorld(await platform()));

    it('is ready where it is what a server has written, and leaves nothing but itself', async () => {
      const { p, administrator, twinId, derived: file } = await given();
      const before = await settledRows(p);
      const one = await imported(p, administrator, file);
      assert.deepEqual([one.fault, one.state, one.size], [null, 'Ready', file.length]);
      assert.deepEqual([one.archive.twin.id, one.archive.format], [twinId, 1]);
      const more = grown(before, await rowsIn(p));
      assert.deepEqual(
        more.filter((table) => !['blobs', 'blob_parts'].includes(table)), // its own file
        [],
      );
      requireSuccess(await p.call(administrator, `DELETE /archives/imports/${one.id}`));
      assert.equal((await p.call(administrator, `GET /archives/imports/${one.id}`)).status, 404);
    });

    it('is refused with its code, file and line, and leaves nothing', async () => {
      const { p, administrator, twinId, payload } = await given();
      const before = await settledRows(p);
      const forged = withMember(payload, 'access-control/role', 'permissions', ['everything']);
      const one = await imported(p, administrator, fileWith(twinId, forged));
      assert.deepEqual([one.state, one.archive, one._links.uploadUrl], ['Refused', null, null]);
      assert.deepEqual(one.fault, {
        code: 'InvalidRecord',
        message:
          "Line 1 of 'data/records/access-control/role.ndjson' is not valid: permissions[0]: 'everything' is no permission.",
        entry: 'data/records/access-control/role.ndjson',
        line: 1,
      });
      const broken = await imported(p, administrator, Buffer.from('This is no archive.'));
      assert.deepEqual(broken.fault, {
        code: 'NotAnArchive',
        message: 'The file is no archive of a twin.',
        entry: null,
        line: null,
      });
      const more = grown(before, await rowsIn(p));
      assert.deepEqual(
        more.filter((table) => !['blobs', 'blob_parts'].includes(table)), // bytes that were removed are collected later
        [],
      );
      const refused = all.selectFrom('archive_imports').select('blob_id').where('state', '=', 'Refused');
      const blobs = (await p.app.db.all(refused)).map(({ blob_id }) => blob_id);
      assert.deepEqual(blobs, [null, null]);
    });

    it('may have members that nobody knows, in an order of its own', async () => {
      const { p, twinId, payload } = await given();
      const more = withLines(payload, recordsPath('scenes/scene'), (lines) =>
        lines.map((line) => ({ ownerUserId: unknown, ...line })).reverse(),
      );
      const roles = withLines(more, recordsPath('twins/twin'), (lines) =>
        lines.map((line) => ({
          ...line,
          ownerOrganizationId: unknown,
          organizationId: unknown,
          roles: ['administrator'],
        })),
      );
      assert.equal(await faultOf(p, fileWith(twinId, roles)), null);
    });

    it('is refused for every fault that its records may have', async () => {
      const { p, twinId, payload } = await given();
      const wrong: string[] = [];
      for (const [code, cases] of Object.entries(hostile(payload, twinId))) {
        for (const [at, [what, changed, entry]] of cases.entries()) {
          const fault = await faultOf(p, fileWith(twinId, changed));
          const told = `${what}: ${fault?.code} ${fault?.message}`;
          if (fault?.code !== code) wrong.push(`${code}: ${told}`);
          if (at === 0 && !sentences[code]?.test(fault?.message ?? '')) wrong.push(`sentence of ${code}: ${told}`);
          if (entry !== undefined && fault?.entry !== entry) wrong.push(`entry of ${told}: ${fault?.entry}`);
        }
      }
      assert.deepEqual(wrong, []);
    });

    it('is refused where its bag tells of another twin, archive or format', async () => {
      const { p, twinId, payload } = await given();
      const told = async (from: string, to: string) => {
        const fault = await faultOf(p, fileWith(twinId, payload, { info: (text) => text.replace(from, to) }));
        return [fault?.code, fault?.entry];
      };
      assert.deepEqual(await told(`External-Identifier: ${twinId}`, `External-Identifier: ${other}`), [
        'ForeignTwin',
        'bag-info.txt',
      ]);
      assert.deepEqual(await told('Twin-Archive-Format: 1', 'Twin-Archive-Format: 2'), [
        'UnsupportedFormat',
        'data/archive.json',
      ]);
      assert.deepEqual(await told('Twin-Archive-Id: ', 'Twin-Archive-Id: 0'), ['InvalidRecord', 'bag-info.txt']);
      assert.equal((await faultOf(p, fileWith(other, payload)))?.code, 'ForeignTwin');
    });

    it('takes pictures for what their bytes are', async () => {
      const { p, twinId, payload } = await given();
      const { image } = linesOf(payload, recordsPath('twins/twin'))[0];
      const digest = String(image.large.blobId).slice(0, 64);
      const drawn = (width: number, height: number) =>
        sharp({ create: { width, height, channels: 3, background: '#369' } })
          .png()
          .toBuffer();
      assert.equal(await faultOf(p, fileWith(twinId, withContent(payload, digest, await drawn(40, 30)))), null);
      const cut = (await drawn(900, 600)).subarray(0, 300);
      for (const bytes of [cut, Buffer.concat([cut, Buffer.alloc(6 * 2 ** 20, 'a b c d')]), Buffer.from('<svg/>')]) {
        const fault = await faultOf(p, fileWith(twinId, withContent(payload, digest, bytes)));
        assert.deepEqual([fault?.code, fault?.entry], ['InvalidRecord', recordsPath('twins/twin')]);
      }
    });

    it('is refused, or the same, whichever of its bytes is another', async () => {
      const { p, file } = await given();
      const { whole } = chanceOf(seedOf('bytes of whole archives'));
      for (let round = 0; round < 40; round++) {
        const changed = Buffer.from(file);
        const place = whole(0, file.length - 1);
        changed[place] = (changed[place] ?? 0) ^ (1 << whole(0, 7));
        if ((await faultOf(p, changed)) !== null) continue;
        const [was, is] = [await payloadOf(file), await payloadOf(changed)];
        assert.deepEqual(
          [...is].map(([path, bytes]) => [path, bytes.equals(was.get(path) ?? Buffer.alloc(0))]),
          [...was.keys()].map((path) => [path, true]),
          `byte ${place}`,
        );
      }
    });
  },
  { bothInSlowSuite: true },
);
