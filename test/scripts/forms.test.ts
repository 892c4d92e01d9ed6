import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { letters } from '../../src/areas/forms/testing/workbook.ts';
import { openInstallation } from '../support/installation.ts';
import { smallPicture } from '../support/world-things.ts';

const run = promisify(execFile);

it('a backup takes forms along with files, copies, pictures and lists; a twin that is brought back has them again', async (t) => {
  const installation = await openInstallation();
  const { env, folder, call, upload } = installation;
  t.after(() => installation.remove());
  const script = (name: string, ...args: string[]) =>
    run('npm', ['run', '-s', name, '--', ...args], { env: { ...process.env, ...env } });
  const first = installation.start();
  await first.ready();
  await installation.signIn();
  const twinId = await installation.twin();
  const template = { templateName: 'Daily Log', destinationTwinId: twinId };
  const definition = (await call('POST', '/forms/templates/import', template)).body.formDefinition.id;
  const { formData } = (await call('POST', '/forms/', { formId: definition, subject: 'Pour' })).body;
  const attached = async (fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
    const made = await call('POST', `/forms/${formData.id}/attachments`, { fileName, binding: 'Photos' });
    const address = new URL(made.headers.get('location') ?? '').pathname;
    assert.equal((await upload(address, 'application/octet-stream', bytes)).status, 201);
    return address;
  };
  const picture = new Uint8Array(await smallPicture());
  const notes = await attached('notes.txt', new TextEncoder().encode('ten notes'));
  const photo = await attached('photo.png', picture);
  await call('POST', `/forms/${formData.id}/comments`, { text: 'Pump moved.' });
  const image = `/forms/form-definitions/${definition}/static-images/7`;
  assert.equal((await upload(image, 'image/png', picture)).status, 201);
  const group = `/forms/twins/${twinId}/list-groups/${crypto.randomUUID()}`;
  assert.equal((await upload(group, 'application/octet-stream', new Uint8Array(letters))).status, 200);
  const parts = [
    ...['', '/attachments', '/comments', '/audit-trail-entries', '/form-definition', '/download'].map(
      (part) => `/forms/${formData.id}${part}`,
    ),
    notes,
    photo,
    `${photo}/thumbnail`,
    `/forms/twins/${twinId}/list-groups`,
    `/forms/workflows/Daily%20Log?twinId=${twinId}`,
    `/forms/form-definitions/${definition}`,
  ];
  const all = () => Promise.all(parts.map(async (path) => [path, (await call('GET', path)).body]));
  const shown = async () => (await fetch((await call('GET', image)).body._links.imageUrl.href)).arrayBuffer();
  await call('GET', `${photo}/thumbnail`); // the copies are there, and in the backup
  const before = await all();
  assert.equal((await shown()).byteLength, picture.length);

  await call('DELETE', `/twins/${twinId}`);
  assert.equal((await call('GET', `/forms/${formData.id}`)).status, 404);
  await script('restore-twin', twinId);
  assert.deepEqual(await all(), before);

  const backup = join(folder, 'backup');
  await script('backup', backup);
  await first.end('SIGINT');
  const second = installation.start({ DATA_DIR: backup });
  await second.ready();
  assert.deepEqual(await all(), before);
  assert.equal((await shown()).byteLength, picture.length);
  await second.end('SIGINT');
});
