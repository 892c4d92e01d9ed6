import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { type Person, type Platform, requireSuccess } from './platform.ts';

/** Something of everything that the console shows, made through the APIs. */
export interface ConsoleWorld {
  readonly twinId: string;
  readonly folderId: string;
  readonly pictureId: string;
  readonly documentId: string;
  readonly webhookId: string;
  readonly sceneId: string;
  stop(): void;
}

/** Fills the platform as a firm would have it after some weeks. */
export async function furnish(platform: Platform, ada: Person): Promise<ConsoleWorld> {
  const call = async (operation: string, body?: unknown) =>
    requireSuccess(await platform.call(ada, operation, body === undefined ? {} : { body }));
  const twins = await makeTwins(platform, ada);
  const [twinId = '', second = ''] = twins;
  await call(`POST /twins/favorites/${second}`);
  const files = await makeFiles(platform, ada, twinId);
  await makeMembers(call, twinId);
  const receiver = await startReceiver();
  const webhook = await call('POST /webhooks/', {
    callbackUrl: receiver.url,
    scope: 'twin',
    scopeId: twinId,
    eventTypes: ['twins.twinUpdated.v1', 'accessControl.memberAdded.v1'],
  });
  await call(`POST /webhooks/${webhook.id}/test`);
  const auth = '/auth/api/applications';
  await call(`POST ${auth}`, { displayName: 'Nightly report', type: 'Service' });
  await call(`POST ${auth}`, {
    displayName: 'Survey app',
    type: 'Native',
    redirectUris: ['http://localhost/signed-in'],
  });
  const sceneId = await makeScene(call, twinId);
  return { twinId, ...files, webhookId: webhook.id, sceneId, stop: receiver.stop };
}

/** Of the one model that there is, with a view. */
async function makeScene(
  call: (operation: string, body?: unknown) => Promise<{ models: { id: string }[]; scene: { id: string } }>,
  twinId: string,
): Promise<string> {
  const { models } = await call(`GET /models/?twinId=${twinId}`);
  const data = { twinId, repositoryId: 'models', class: 'models', id: models[0]?.id };
  const view = {
    position: { x: 6, y: -10, z: 6 },
    direction: { x: -0.5, y: 0.75, z: -0.4 },
    up: { x: 0, y: 0, z: 1 },
    isOrthographic: false,
    aspectRatio: 1.6,
    near: 0.1,
    far: 500,
    fov: 0.9,
    ecefTransform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  };
  const { scene } = await call(`POST /scenes/?twinId=${twinId}`, {
    displayName: 'Bridge in its terrain',
    description: 'For the meeting of week 12.',
    sceneData: {
      objects: [
        { kind: 'RepositoryResource', version: '1.0.0', data },
        { kind: 'View3d', version: '1.0.0', displayName: 'From the quay', data: view },
      ],
    },
  });
  return scene.id;
}

async function makeTwins(platform: Platform, ada: Person): Promise<string[]> {
  const given = [
    {
      displayName: 'Harbour bridge',
      number: 'B-0417',
      type: 'Road bridge',
      geographicLocation: 'Aarhus, Denmark',
      latitude: 56.15674,
      longitude: 10.21076,
      ianaTimeZone: 'Europe/Copenhagen',
    },
    {
      displayName: 'Water works north',
      number: 'P-0032',
      type: 'Plant',
      class: 'Thing',
      subClass: 'Asset',
      geographicLocation: 'Viborg, Denmark',
    },
    { displayName: 'Central station, platforms 5 to 8', number: 'S-1120', type: 'Station' },
    { displayName: 'Line 4, section 12', number: 'R-0412', type: 'Railway', subClass: 'Program' },
    { displayName: 'Town hall renovation', number: 'H-2201', type: 'Building', status: 'Inactive' },
    { displayName: 'Culvert 88', status: 'Trial', subClass: 'WorkPackage' },
  ];
  const ids: string[] = [];
  for (const one of given) ids.push((await platform.twin(ada, one)).id);
  const [parentId] = ids;
  await platform.twin(ada, { displayName: 'Pier 3 repair', subClass: 'WorkPackage', parentId });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#9cc7d8"/><path d="M0 240h640v120H0z" fill="#3d7f92"/><path d="M0 200h640" stroke="#333" stroke-width="12"/><path d="M160 200V60M480 200V60M20 200 160 60l160 130L480 60l140 140" stroke="#444" stroke-width="7" fill="none"/></svg>';
  const image = await sharp(Buffer.from(svg)).png().toBuffer();
  requireSuccess(
    await platform.call(ada, `PUT /twins/${parentId}/image`, { body: image, headers: { 'Content-Type': 'image/png' } }),
  );
  return ids;
}

async function makeFiles(platform: Platform, ada: Person, twinId: string) {
  const call = async (operation: string, body?: unknown) =>
    requireSuccess(await platform.call(ada, operation, body === undefined ? {} : { body }));
  const put = async (folderId: string, displayName: string, content: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { _links } = await call(`POST /storage/folders/${folderId}/files`, { displayName });
    await fetch(_links.uploadUrl.href, { method: 'PUT', body: content, headers: { 'x-ms-blob-type': 'BlockBlob' } });
    return (await call(`POST ${_links.completeUrl.href}`)).file.id;
  };
  const top = await call(`GET /storage/?twinId=${twinId}`);
  const root = top._links.folder.href.split('/').at(-1);
  const folder = async (parent: string, displayName: string): Promise<string> =>
    (await call(`POST /storage/folders/${parent}/folders`, { displayName })).folder.id;
  const models = await folder(root, 'Models');
  await folder(models, 'Superseded');
  await folder(root, 'Drawings');
  const reports = await folder(root, 'Inspection reports 2026');
  const picture = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#5a8f7b' } })
    .png()
    .toBuffer();
  const pictureId = await put(root, 'site-photo.png', new Uint8Array(picture));
  const documentId = await put(root, 'inspection.pdf', new TextEncoder().encode(smallPdf()));
  await put(root, 'quantities.csv', new TextEncoder().encode('element,volume\nWall 1,2.4\nWall 2,1.9\n'));
  await put(models, 'bridge.ifc', new TextEncoder().encode('ISO-10303-21;\nHEADER;\nENDSEC;\n'));
  const locked = await put(reports, 'bearing-4.txt', new TextEncoder().encode('Bearing 4: replace in 2027.\n'));
  await call(`POST /storage/folders/${reports}/lock`, { fileIds: [locked] });
  const old = await put(root, 'old-survey.csv', new TextEncoder().encode('1,2\n'));
  await call(`DELETE /storage/files/${old}`).catch(() => undefined);
  return { folderId: reports, pictureId, documentId };
}

async function makeMembers(
  call: (operation: string, body?: unknown) => Promise<{ role: { id: string }; group: { id: string } }>,
  twinId: string,
): Promise<void> {
  const at = `/accesscontrol/twins/${twinId}`;
  const role = async (displayName: string, permissions: string[]) =>
    (await call(`POST ${at}/roles`, { displayName, description: `${displayName}s of this twin`, permissions })).role.id;
  const reader = await role('Reader', ['storage_read', 'models_read', 'models_webview']);
  const surveyor = await role('Surveyor', ['storage_read', 'storage_write', 'realitydata_use', 'realitydata_create']);
  const { group } = await call(`POST ${at}/groups`, {
    name: 'Surveyors',
    description: 'Everybody who measures on site',
  });
  await call(`PATCH ${at}/groups/${group.id}`, { members: ['ada@example.com'] });
  await call(`POST ${at}/members/groups`, { members: [{ groupId: group.id, roleIds: [surveyor] }] });
  await call(`POST ${at}/members/users`, { members: [{ email: 'eve@example.net', roleIds: [reader, surveyor] }] });
}

/** Takes events of webhooks. */
async function startReceiver(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/events`, stop: () => void server.close() };
}

/** One page with a line of text. */
function smallPdf(): string {
  const text = 'BT /F1 28 Tf 60 700 Td (Inspection of bearing 4) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((one) => `${one} 00000 n \n`).join('')}`;
  return `${pdf}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
