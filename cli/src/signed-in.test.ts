import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { enterPassword } from '../../test/support/auth-server.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { eachPlatform, type Platform } from '../../test/support/platform.ts';
import { tableOfSources } from '../testing/table.ts';
import { type CallOptions, newFolder, twin } from '../testing/twin.ts';

const password = 'a bridge over the harbour';
const organization = '11111111-1111-4111-8111-111111111111';
const clientSecret = 'importer-secret-0123456789012345678901234';
const table = await tableOfSources();

eachPlatform('the command line tool', (platform) => {
  let people = 0;
  /** A person who can sign in at the pages, and a home for the tool. */
  async function someone(t: TestContext) {
    const p = await platform();
    await p.app.prepare();
    const email = `person${++people}@example.com`;
    await p.app.auth.applySetup({
      organizations: [{ id: organization, name: 'Bridges' }],
      users: [{ email, password, givenName: 'Ada', surname: 'Larsen', organization, roles: ['account_administrator'] }],
      applications: [{ clientId: 'service-cli', clientSecret, type: 'Service', displayName: 'Importer', organization }],
    });
    const { folder, remove } = newFolder();
    t.after(remove);
    const env = { TWIN_CONFIG_DIR: join(folder, 'config'), HOME: folder };
    const call = (argv: readonly string[], options: CallOptions = {}) =>
      twin(table, argv, { cwd: folder, ...options, env: { ...env, ...options.env } });
    return { p, email, folder, call, file: (name: string) => join(folder, 'config', name) };
  }

  /** Says at the pages whether a device may sign in. */
  async function decide(p: Platform, email: string, told: string, answer: 'Accept' | 'Cancel'): Promise<void> {
    const [, address = ''] = /^Open (\S+)$/m.exec(told) ?? [];
    assert.match(told, /^Code [A-Z]{4}-[A-Z]{4}$/m);
    const browser = openBrowser();
    const page = await enterPassword(browser, await browser.follow(await browser.get(address)), email, password);
    const consent = await browser.submit(page, {});
    assert.match(consent.text, /Command line/);
    await browser.submit(consent, {}, answer);
    assert.ok(address.startsWith(p.baseUrl));
  }

  /** Signs in, deciding before the first poll. */
  async function signIn(
    { p, email, call }: Awaited<ReturnType<typeof someone>>,
    answer: 'Accept' | 'Cancel' = 'Accept',
  ) {
    let told = '';
    let isDecided = false;
    const sleep = async () => {
      if (!isDecided) await decide(p, email, told, answer);
      isDecided = true;
    };
    return call(['login', '--url', p.baseUrl], {
      sleep,
      heard: (text) => {
        told += text;
      },
    });
  }

  it('signs a person in by the pages, keeps tokens to its owner, and tells who it is', async (t) => {
    const who = await someone(t);
    const { p, email, call, file } = who;
    assert.equal((await call(['whoami', '--url', p.baseUrl])).exit, 3);
    const { exit, out, err } = await signIn(who);
    assert.deepEqual([exit, out], [0, `Signed in to ${p.baseUrl} as Ada Larsen (${email}), profile default.\n`], err);
    assert.equal(statSync(file('credentials.json')).mode & 0o777, 0o600);
    assert.equal(statSync(join(file('.'))).mode & 0o777, 0o700);
    assert.deepEqual(JSON.parse(readFileSync(file('config.json'), 'utf8')), {
      default: 'default',
      profiles: { default: { url: p.baseUrl, authUrl: `${p.baseUrl}/auth`, clientId: 'native-cli' } },
    });
    const { user, profile, url } = JSON.parse((await call(['whoami', '--json'])).out);
    assert.deepEqual([user.email, profile, url], [email, 'default', p.baseUrl]);
    chmodSync(file('credentials.json'), 0o644);
    assert.match((await call(['whoami'])).err, /could be read by others\. Only you can read it now\./);
    assert.equal(statSync(file('credentials.json')).mode & 0o777, 0o600);
  });

  it('waits longer when it is told to, and ends where somebody says no or nobody anything', async (t) => {
    const who = await someone(t);
    const { p, email, call } = who;
    assert.deepEqual(await signIn(who, 'Cancel').then(({ exit, err }) => [exit, err.split('\n').at(-2)]), [
      3,
      'twin: The sign-in was refused.',
    ]);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const waits: number[] = [];
    let told = '';
    const heard = (text: string) => {
      told += text;
    };
    const slow = await call(['login', '--url', p.baseUrl], {
      heard,
      sleep: async (ms) => {
        waits.push(ms);
        if (waits.length < 3) return;
        await decide(p, email, told, 'Accept');
        t.mock.timers.setTime(Date.now() + 60_000);
      },
    });
    assert.deepEqual([slow.exit, waits], [0, [5000, 5000, 10_000]], slow.err);
    const late = await call(['login', '--url', p.baseUrl], {
      sleep: async () => t.mock.timers.setTime(Date.now() + 601_000),
    });
    assert.deepEqual(
      [late.exit, late.err.split('\n').at(-2)],
      [3, 'twin: The code has expired. Run twin login again.'],
    );
    const unknown = await call(['login', '--url', p.baseUrl, '--client-id', 'native-nobody']);
    assert.equal(unknown.exit, 3);
    assert.match(unknown.err, /does not know the application native-nobody\. Register a Native application there/);
  });

  it('renews tokens, also in several processes at once, and says when a sign-in has ended', async (t) => {
    const who = await someone(t);
    const { call, file } = who;
    await signIn(who);
    const read = () => JSON.parse(readFileSync(file('credentials.json'), 'utf8')).default;
    const expire = () =>
      writeFileSync(file('credentials.json'), JSON.stringify({ default: { ...read(), expires: 1 } }));
    const before = read();
    expire();
    const both = await Promise.all([call(['twins', 'list', '-q']), call(['users', 'me', '-q'])]);
    assert.deepEqual(
      both.map(({ exit }) => exit),
      [0, 0],
      both.map(({ err }) => err).join(),
    );
    assert.notEqual(read().refreshToken, before.refreshToken);
    writeFileSync(
      file('credentials.json'),
      JSON.stringify({ default: { ...read(), accessToken: 'no token', expires: 9e9 } }),
    );
    assert.equal((await call(['users', 'me'])).exit, 0, 'a 401 is a reason to renew, too');
    const refreshToken = read().refreshToken;
    assert.equal((await call(['logout'])).exit, 0);
    assert.equal((await call(['users', 'me'])).exit, 3);
    writeFileSync(
      file('credentials.json'),
      JSON.stringify({ default: { accessToken: 'x', expires: 1, refreshToken } }),
    );
    const ended = await call(['users', 'me']);
    assert.deepEqual([ended.exit, ended.err], [3, 'twin: Your sign-in has ended. Run: twin login --profile default\n']);
  });

  it('signs applications in by their secret, and refuses a wrong one', async (t) => {
    const { p, call, file } = await someone(t);
    const login = ['login', '--url', p.baseUrl, '--client-id', 'service-cli', '--client-secret-stdin'];
    assert.equal((await call(login, { stdin: 'wrong\n' })).exit, 3);
    const { exit, out } = await call(login, { stdin: `${clientSecret}\n` });
    assert.equal(exit, 0);
    assert.match(out, /as Importer \(service-cli@/);
    writeFileSync(file('credentials.json'), JSON.stringify({ default: { clientSecret } }));
    assert.equal((await call(['users', 'me'])).exit, 0);
    const env = {
      TWIN_URL: p.baseUrl,
      TWIN_CLIENT_ID: 'service-cli',
      TWIN_CLIENT_SECRET: clientSecret,
      TWIN_CONFIG_DIR: `${file('.')}2`,
    };
    assert.equal((await call(['users', 'me', '-q'], { env })).exit, 0);
  });

  it('sends a token to its own server only, whatever a folder says', async (t) => {
    const who = await someone(t);
    const { p, call, folder, file } = who;
    await signIn(who);
    const other = await call(['users', 'me', '--url', 'http://127.0.0.1:9']);
    assert.deepEqual(
      [other.exit, other.err],
      [3, `twin: Profile default is signed in to ${p.baseUrl}, not to http://127.0.0.1:9.\n`],
    );
    const inner = join(folder, 'checkout', 'src');
    mkdirSync(inner, { recursive: true });
    const settings = join(folder, 'checkout', '.twin.json');
    writeFileSync(settings, JSON.stringify({ url: 'http://evil.example.com' }));
    const environments: readonly Record<string, string>[] = [{}, { TWIN_TOKEN: 'secret' }];
    for (const env of environments) {
      const { exit, err } = await call(['users', 'me'], { cwd: inner, env });
      assert.equal(exit, 3);
      assert.equal(
        err,
        `twin: ${settings} names http://evil.example.com, which no profile knows. Run: twin login --url http://evil.example.com\n`,
      );
    }
    writeFileSync(settings, JSON.stringify({ url: p.baseUrl, token: 'x' }));
    assert.equal((await call(['users', 'me'], { cwd: inner })).exit, 2);
    writeFileSync(settings, JSON.stringify({ url: p.baseUrl }));
    assert.equal((await call(['users', 'me'], { cwd: inner })).exit, 0);
    writeFileSync(file('config.json'), '{\n  "profiles": {\n,');
    const damaged = await call(['users', 'me']);
    assert.deepEqual(
      [damaged.exit, damaged.err],
      [2, `twin: ${file('config.json')} is not valid JSON (line 3). Nothing was changed.\n`],
    );
    assert.equal(readFileSync(file('config.json'), 'utf8'), '{\n  "profiles": {\n,');
  });

  it('finds twins by name and number, and keeps the one that is used', async (t) => {
    const who = await someone(t);
    const { call } = who;
    await signIn(who);
    const create = ['twins', 'create', '--class', 'Endeavor', '--sub-class', 'Project', '-q'];
    const made = await call([...create, '--displayName', `Cork Harbour ${people}`, '--number', `C-${people}`]);
    const id = made.out.trim();
    assert.equal(made.exit, 0, made.err);
    await call([...create, '--displayName', `Double ${people}`, '--number', `D-${people}`]);
    await call([...create, '--displayName', `Double ${people}`, '--number', `E-${people}`]);
    assert.equal((await call(['twins', 'get', `cork harbour ${people}`, '-q'])).out.trim(), id);
    assert.equal((await call(['storage', 'list', '--twin', 'nobody has this'])).exit, 4);
    const double = await call(['storage', 'list', '--twin', `double ${people}`]);
    assert.deepEqual([double.exit, double.err.split('\n').length], [2, 4]);
    const without = await call(['models', 'list']);
    assert.equal(without.exit, 2);
    assert.match(without.err, /--twinId: required\./);
    assert.equal((await call(['use', `c-${people}`])).exit, 0);
    const folder = await call(['storage', 'list', '--json']);
    assert.deepEqual([folder.exit, JSON.parse(folder.out).items], [0, []]);
    const shown = await call(['access-control', 'roles', 'list', '-q'], { terminal: 80 });
    assert.match(shown.err, new RegExp(`^Twin: Cork Harbour ${people} \\(profile default\\)\n`));
    assert.equal((await call(['use', '--none'])).exit, 0);
    assert.equal((await call(['models', 'list'])).exit, 2);
  });

  it('waits for the jobs that a call begins, and watches them', async (t) => {
    const who = await someone(t);
    const { call } = who;
    await signIn(who);
    const { exit, out, err } = await call([
      'twins',
      'exports',
      'create',
      '--outputFormat',
      'JsonGZip',
      '--wait',
      '--json=status',
    ]);
    assert.deepEqual([exit, out], [0, '{"status":"Completed"}\n'], err);
    assert.match(err, /Succeeded\n$/);
    const [id = ''] = (await call(['jobs', 'list', '-q'])).out.split('\n');
    const watched = await call(['jobs', 'watch', id]);
    assert.deepEqual([watched.exit, watched.out], [0, 'Export of twins  Succeeded\n']);
    assert.equal(JSON.parse((await call(['jobs', 'watch', id, '--jsonl'])).out).id, id);
  });

  it('downloads files beside their name first, and sends raw requests', async (t) => {
    const who = await someone(t);
    const { call, folder } = who;
    await signIn(who);
    const { id } = await who.p.twin(await who.p.person());
    assert.equal((await call(['twins', 'get', id])).exit, 4);
    const me = await call(['api', 'GET', '/users/me']);
    assert.equal(JSON.parse(me.out).user.email, who.email);
    const items = await call(['api', 'GET', '/twins/?$top=1', '--paginate']);
    assert.ok(items.out.split('\n').every((line) => line === '' || JSON.parse(line).id));
    const download = [
      'library',
      'components',
      'analytics',
      'download',
      '--startDate=2026-01-01T00:00:00.000Z',
      '--endDate=2026-01-31T00:00:00.000Z',
    ];
    const file = await call([...download, '-o', join(folder, 'table.csv')]);
    assert.equal(file.exit, 0, file.err);
    assert.ok(readFileSync(join(folder, 'table.csv'), 'utf8').includes(','));
    assert.equal((await call(download)).out, readFileSync(join(folder, 'table.csv'), 'utf8'));
    assert.equal((await call([...download, '-o', join(folder, 'nowhere', 'table.csv')])).exit, 2);
    const terminal = await call(download, { terminal: 80, env: { NO_COLOR: '1' } });
    assert.deepEqual(
      [terminal.exit, terminal.err],
      [2, 'twin: This is a file. Name one with -o, or pipe the output.\n'],
    );
  });
});
