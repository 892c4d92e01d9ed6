import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { type Platform, startPlatform } from '../../test/support/platform.ts';
import { platformClient } from './client.ts';

const platform = await startPlatform();
after(() => platform.stop());
const ada = await platform.person();

const clientOf = ({ baseUrl }: Platform, sent: Request[] = []) =>
  platformClient({
    baseUrl,
    token: () => ada.token,
    fetch(request) {
      sent.push(request);
      return fetch(request);
    },
  });

it('calls the platform with the token, asking for the version that its types were made from', async () => {
  const sent: Request[] = [];
  const client = clientOf(platform, sent);
  const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge' } as const;
  const { data } = await client.twins.POST('/twins/', { body });
  assert.equal(data?.twin.displayName, 'Bridge');
  const path = { id: data.twin.id };
  const members = await client.accessControl.GET('/accesscontrol/twins/{id}/members/users', { params: { path } });
  assert.equal(members.data?.members[0]?.id, ada.userId);
  const applications = await client.applications.GET('/api/applications');
  assert.deepEqual(applications.data?.applications, []);
  const versions = sent.map(({ headers }) => headers.get('accept'));
  assert.deepEqual(
    versions,
    [1, 2, 1].map((version) => `application/vnd.vendor.twin-platform.v${version}+json`),
  );
});

it('writes lists of a query as the platform reads them', async () => {
  const { twins } = clientOf(platform);
  for (const subClass of ['Asset', 'Program', 'WorkPackage'] as const) {
    const body = { class: subClass === 'Asset' ? 'Thing' : 'Endeavor', subClass, displayName: subClass } as const;
    assert.equal((await twins.POST('/twins/', { body })).response.status, 201);
  }
  const { data } = await twins.GET('/twins/', { params: { query: { subClass: ['Asset', 'Program'] } } });
  assert.deepEqual(
    data?.twins.map(({ displayName }) => displayName),
    ['Asset', 'Program'],
  );
});

it('hands a refusal over as it is', async () => {
  const path = { id: crypto.randomUUID() };
  const { data, error, response } = await clientOf(platform).twins.GET('/twins/{id}', { params: { path } });
  assert.equal(data, undefined);
  assert.equal(response.status, 404);
  assert.equal(error?.error.code, 'twinNotFound');
});
