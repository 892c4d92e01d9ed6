import { type Answer, type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { roadPackage, zipOf } from '../../../engines/reality-analysis/testing/networks.ts';

export const detectors2 = '/reality-analysis/detectors';
export const detectors1 = '/realitydataanalysis/detectors';

export interface DetectorFixture {
  readonly p: Platform;
  /** Administers the organization. */
  readonly owner: Person;
  /** Made all detectors. */
  readonly maker: Person;
  /** Of the same organization. */
  readonly colleague: Person;
  /** Administers another organization. */
  readonly stranger: Person;
  /** Of no organization. */
  readonly loner: Person;
  /** `road-defects`: 1.0 is Ready, 1.1 awaits its data, which was not sent. */
  readonly road: string;
  /** 1.0, published. */
  readonly shared: string;
  /** 2.0 awaits its data, which was sent. */
  readonly sent: string;
  readonly uploadUrl: string;
}

const capabilities = { labels: ['Pothole'], exports: ['Objects'] };

/** A version; answers it with its links. */
export async function newVersion(
  p: Platform,
  who: Person,
  name: string,
  versionNumber: string,
): Promise<Answer['body']> {
  const call = `POST ${detectors2}/${encodeURIComponent(name)}/versions`;
  return requireSuccess(await p.call(who, call, { body: { versionNumber, capabilities } }));
}

export async function send(url: string, content?: Buffer): Promise<void> {
  const body = new Uint8Array(content ?? (await zipOf(roadPackage())));
  const answer = await fetch(url, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body });
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`);
}

export async function newDetector(
  p: Platform,
  who: Person,
  name: string,
  type = 'PhotoObjectDetector',
): Promise<string> {
  return requireSuccess(await p.call(who, `POST ${detectors2}`, { body: { name, type } })).detector.name;
}

export async function readyVersion(p: Platform, who: Person, name: string, number: string, content?: Buffer) {
  const { _links } = await newVersion(p, who, name, number);
  await send(_links.uploadUrl.href, content);
  requireSuccess(await p.call(who, `POST ${_links.completeUrl.href}`));
}

export const peopleOf = async (p: Platform): Promise<Platform> => p;

/** Detectors of an organization of its own. */
export async function fixtureOf(p: Platform): Promise<DetectorFixture> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const [maker, colleague] = [await p.person({ organizationId }), await p.person({ organizationId })];
  const stranger = await p.person({ organizationId: await p.organization(), roles: ['account_administrator'] });
  const loner = await p.person();
  const name = `shared-${organizationId.slice(0, 8)}`;
  const [road, shared, sent] = [
    await newDetector(p, maker, 'road-defects'),
    await newDetector(p, maker, name),
    await newDetector(p, maker, 'sent'),
  ];
  await readyVersion(p, maker, road, '1.0');
  await newVersion(p, maker, road, '1.1');
  await readyVersion(p, maker, shared, '1.0');
  requireSuccess(await p.call(owner, `POST ${detectors2}/${shared}/versions/1.0/publish`));
  const { _links } = await newVersion(p, maker, sent, '2.0');
  await send(_links.uploadUrl.href);
  p.takeEvents();
  return { p, owner, maker, colleague, stranger, loner, road, shared, sent, uploadUrl: _links.uploadUrl.href };
}
