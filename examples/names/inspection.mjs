/*
 * A program that was written for another installation of the APIs, in its words. It runs unchanged against a server with the
 * table of names beside it:
 *
 *   NAMES_FILE=examples/names/names.yaml WEBHOOKS_ALLOWED_NETWORKS=127.0.0.0/8 npm start
 *   BASE_URL=http://localhost:3000 CLIENT_ID=… CLIENT_SECRET=… node examples/names/inspection.mjs
 *
 * The client is a Service application whose user administers its organization.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const { BASE_URL: base = 'http://localhost:3000', CLIENT_ID: id = '', CLIENT_SECRET: clientSecret = '' } = process.env;

const token = await (async () => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'zwilling-platform' });
  const headers = { Authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}` };
  const answer = await fetch(`${base}/auth/connect/token`, { method: 'POST', body, headers });
  return (await answer.json()).access_token;
})();

async function call(method, path, body, version = 1) {
  const answer = await fetch(path.startsWith('http') ? path : base + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: `application/vnd.acme.zwilling-platform.v${version}+json`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, ...(text === '' ? {} : JSON.parse(text)) };
}

const say = (...words) => console.log(...words);
const namesOf = (value) => Object.keys(value).join(' ');
const pathOf = (href) => href.replace(base, '').replaceAll(/[0-9a-f-]{36}|[\w-]{40,}/g, '…');

// what the platform tells
const events = [];
let secret = '';
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  response.end();
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  events.push({ ...JSON.parse(body), isSigned: request.headers.signature === signature });
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const callbackUrl = `http://127.0.0.1:${receiver.address().port}/events`;

const eventTypes = ['zwillinge.zwillingCreated.v1', 'zwillinge.zwillingDeleted.v1'];
const webhook = await call('POST', '/webhooks', { callbackUrl, scope: 'Account', eventTypes }, 2);
secret = webhook.secret;
const active = await call('PATCH', `/webhooks/${webhook.id}`, { active: true }, 2);
say('webhook', webhook.status, active.status, ...active.eventTypes);

const made = await call('POST', '/zwillinge', { class: 'Endeavor', subClass: 'Project', displayName: 'Twin bridge' });
const { zwilling } = made;
say('made', made.status, zwilling.displayName);

const read = await call('GET', `/zwillinge/${zwilling.id}`);
say('read', read.status, read.zwilling.subClass);

const some = await call('GET', "/zwillinge?$top=1&$filter=displayName eq 'Twin bridge'&subClass=Project");
say('list', some.status, some.zwillinge.length, pathOf(some._links.self.href));

const storage = await call('GET', `/storage?zwillingsId=${zwilling.id}`);
const root = storage._links.folder.href;
say('storage', storage.status, pathOf(storage._links.self.href));

const folder = await call('POST', `${root}/folders`, { displayName: 'Inspection' });
say('folder', folder.status, folder.folder.displayName, pathOf(folder.folder._links.createdBy.href));

const members = await call('GET', `/accesscontrol/zwillinge/${zwilling.id}/members/owners`, undefined, 2);
say('owners', members.status, pathOf(members._links.self.href));

const view = {
  zwillingsId: zwilling.id,
  displayName: 'From the north',
  savedViewData: {
    zwillingsAnsicht: { origin: [0, 0, 0], extents: [10, 10, 10], angles: { yaw: 30, pitch: 0, roll: 0 } },
  },
};
const saved = await call('POST', '/savedviews', view);
say('view', saved.status, namesOf(saved.savedView.savedViewData), pathOf(saved.savedView._links.zwilling.href));

const scene = await call('POST', `/scenes?zwillingsId=${zwilling.id}`, { displayName: 'Inspection' });
say('scene', scene.status, scene.scene?.displayName);

const models = await call('GET', `/urbilder?zwillingsId=${zwilling.id}`);
say('models', models.status, models.urbilder.length, pathOf(models._links.self.href));

const wrong = await call('GET', '/storage');
say('without', wrong.status, wrong.error.code, ...wrong.error.details.map(({ code, target }) => `${code} ${target}`));

const unknown = await call('GET', '/zwillinge/3f8c2b54-7a1e-4d0b-9c65-2d1f6a90be41');
say('unknown', unknown.status, unknown.error.code, unknown.error.message);

const gone = await call('DELETE', `/zwillinge/${zwilling.id}`);
say('gone', gone.status);

while (events.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
for (const event of events.toSorted((one, other) => one.eventType.localeCompare(other.eventType)))
  say('event', event.eventType, event.isSigned, event.zwillingsId === zwilling.id, namesOf(event));
await call('DELETE', `/webhooks/${webhook.id}`, undefined, 2);
receiver.close();
