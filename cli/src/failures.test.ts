import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Reply, startStub } from '../testing/stub.ts';
import { tableOfSources } from '../testing/table.ts';
import { newFolder, twin } from '../testing/twin.ts';

const id = '3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41';
const table = await tableOfSources();
let replies: Reply[] = [];
const stub = await startStub(() => replies.shift() ?? { body: {} });
const { folder, remove } = newFolder();
after(async () => {
  await stub.stop();
  remove();
});
const env = { TWIN_URL: stub.url, TWIN_TOKEN: 'secret', TWIN_CONFIG_DIR: folder };
const call = (argv: readonly string[], options: Parameters<typeof twin>[2] = {}) =>
  twin(table, argv, { env, ...options });
const refusing = (status: number, error: object = { code: 'Some', message: 'Some words.' }): Reply => ({
  status,
  headers: { 'X-Correlation-ID': 'corr' },
  body: { error },
});

describe('a wrong call', () => {
  const wrong = async (...argv: string[]) => {
    stub.take();
    const { exit, out, err } = await call(argv);
    assert.deepEqual([exit, out, stub.take().length], [2, '', 0]);
    return err;
  };

  it('is told with everything that is wrong, and sends nothing', async () => {
    assert.equal(
      await wrong('twins', 'create', '--class', 'Endevor'),
      [
        'twin: Cannot call twins create.',
        '  --displayName: required.',
        '  --class: "Endevor" is none of Account, Thing, Endeavor. Did you mean Endeavor?',
        '  --subClass: required.',
        'Usage: twin twins create --displayName <text> --class <Account|Thing|Endeavor> --subClass <…> [flags]',
        'Help:  twin twins create --help',
        '',
      ].join('\n'),
    );
  });

  it('names what is like an unknown word', async () => {
    assert.match(await wrong('twinz', 'list'), /"twinz" is no command\.\nDid you mean twin twins, /);
    assert.match(await wrong('twins', 'lst'), /Did you mean twin twins list, /);
    assert.match(await wrong('twins', 'list', '--serch', 'x'), /--serch: unknown flag\. Did you mean --search, /);
    assert.match(await wrong('call', 'twins.getTwins'), /Did you mean twins\.getTwin, /);
    assert.equal(await wrong('listen'), 'twin: "listen" is not part of this version.\n');
  });

  it('is one of a wrong number of arguments, of a wrong type, or of a body that is none', async () => {
    assert.match(await wrong('twins', 'get'), /<id>: required\./);
    assert.match(await wrong('twins', 'get', id, 'more'), /more: too many arguments\./);
    assert.match(await wrong('twins', 'list', '--top', 'many'), /--top: "many" is no whole number\./);
    assert.match(
      await wrong('twins', 'update', id, '--data', '{"a":'),
      /--data is not valid JSON \(line 1, column \d+\)\./,
    );
    assert.match(
      await wrong('twins', 'update', id, '--data', '@nowhere.json'),
      /nowhere\.json cannot be read \(there is no such file\)/,
    );
    assert.match(await wrong('twins', 'update', id, '--data', '[]'), /--data: is no JSON object\./);
    assert.match(
      await wrong('twins', 'update', id, '--unset', 'displayName'),
      /--unset: displayName may not be null\./,
    );
    assert.match(await wrong('twins', 'list', '--json', '--csv'), /only one form of output/);
    assert.match(await wrong('api', 'GET', 'https://elsewhere.example.com/x'), /is not within/);
  });

  it('is told as one line of JSON where somebody reads JSON', async () => {
    const { exit, err } = await call(['twins', 'get', '--json']);
    assert.equal(exit, 2);
    const { error, status, exitCode } = JSON.parse(err);
    assert.deepEqual([error.code, status, exitCode, err.split('\n').length], ['WrongCall', 0, 2, 2]);
  });
});

describe('a refusal of the server', () => {
  it('names the flags that it is about, and where to look', async () => {
    const details = [
      { code: 'InvalidValue', message: 'Too long.', target: 'displayName' },
      { code: 'Odd', message: 'Odd.', target: '$top' },
    ];
    replies = [refusing(422, { code: 'InvalidtwinsRequest', message: 'Cannot create twin.', details })];
    const { exit, err } = await call([
      'twins',
      'create',
      '--class',
      'Thing',
      '--subClass',
      'Asset',
      '--displayName',
      'x',
    ]);
    assert.equal(exit, 1);
    assert.equal(
      err,
      `twin: Cannot create twin. (422 InvalidtwinsRequest)\n  --displayName: Too long. (InvalidValue)\n  $top: Odd. (Odd)\n  POST ${stub.url}/twins/\n  correlation id corr\n`,
    );
  });

  for (const [status, wanted] of [
    [400, 1],
    [401, 3],
    [403, 1],
    [404, 4],
    [409, 1],
    [500, 1],
  ] as const)
    it(`${status} ends with ${wanted}`, async () => {
      replies = [refusing(status)];
      const { exit, out, err } = await call(['twins', 'get', id, '--json']);
      assert.deepEqual([exit, out], [wanted, '']);
      assert.deepEqual(JSON.parse(err), {
        error: { code: 'Some', message: 'Some words.' },
        status,
        correlationId: 'corr',
        exitCode: wanted,
      });
    });

  it('that will pass is asked again, three times, with the same key', async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const create = ['twins', 'favorites', 'add', id];
    replies = [{ ...refusing(429), headers: { 'Retry-After': '7' } }, refusing(503), { status: 204 }];
    stub.take();
    assert.equal((await call(create, { sleep })).exit, 0);
    const keys = stub.take().map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([new Set(keys).size, keys.length, waits], [1, 3, [7000, 2000]]);
    replies = [refusing(503), refusing(503), refusing(503)];
    assert.equal((await call(create, { sleep })).exit, 5);
  });

  it('of an operation that it has not says that versions may differ', async () => {
    const details = [{ code: 'OperationNotFound', message: 'Unable to match.' }];
    replies = [refusing(404, { code: 'ResourceNotFound', message: 'Not found.', details })];
    const { exit, err } = await call(['twins', 'list']);
    assert.equal(exit, 4);
    assert.match(err, /^twin: This server does not have this operation\. Its version may differ: run twin refresh\.\n/);
  });

  it('that leads elsewhere is not followed', async () => {
    replies = [{ status: 302, headers: { Location: 'https://elsewhere.example.com/' } }];
    const { exit, err } = await call(['twins', 'list']);
    assert.equal(exit, 1);
    assert.match(err, /elsewhere\.example\.com/);
  });

  it('that is no JSON is shown as far as it is short', async () => {
    replies = [{ body: '<html>' }];
    const { exit, err } = await call(['twins', 'list']);
    assert.deepEqual([exit, err], [1, 'twin: The server answered 200 with what is no JSON: <html>\n']);
  });
});

describe('a server', () => {
  it('that is not there ends with 5 at once', async () => {
    const gone = await startStub(() => ({}));
    await gone.stop();
    const waits: number[] = [];
    const { exit, err } = await call(['twins', 'list', '--url', gone.url], {
      sleep: async (ms) => void waits.push(ms),
    });
    assert.deepEqual([exit, waits], [5, []]);
    assert.equal(
      err,
      `twin: Cannot reach ${gone.url} (connection refused). Is the server running? Another address: --url or TWIN_URL.\n`,
    );
  });

  it('is asked as it was told with -v, without the token', async () => {
    replies = [{ body: { twins: [] } }];
    const { err } = await call(['twins', 'list', '-v']);
    assert.match(err, new RegExp(`^> GET ${stub.url}/twins/\n< 200 \\d+ ms`));
    assert.ok(!err.includes('secret'));
  });
});
