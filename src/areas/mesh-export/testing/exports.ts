import { eventually } from '../../../../test/support/eventually.ts';
import { type Answer, type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { fileLink } from '../export/link.ts';

/** Starts an export; answers it as the request was answered. */
export const startedBy = async (p: Platform, who: Person, body: object): Promise<Answer['body']> =>
  requireSuccess(await p.call(who, 'POST /mesh-export/', { body })).export;

export const exportNow = async (p: Platform, who: Person, id: string): Promise<Answer['body']> =>
  requireSuccess(await p.call(who, `GET /mesh-export/${id}`)).export;

/** Waits until an export is Complete or Invalid, and answers it. */
export async function finished(p: Platform, who: Person, id: string): Promise<Answer['body']> {
  let found: Answer['body'];
  await eventually(async () => {
    found = await exportNow(p, who, id);
    if (found.status !== 'Complete' && found.status !== 'Invalid') throw new Error(`${id} is ${found.status}.`);
  });
  return found;
}

/** The files of a container by their names, as its listing tells them. */
export async function listingOf(link: string): Promise<Map<string, { size: number; type: string }>> {
  const answer = await fetch(`${link}&restype=container&comp=list`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
  const entry = /<Name>(.*?)<\/Name><Properties><Content-Length>(\d+)<\/Content-Length><Content-Type>(.*?)</g;
  const found = [...text.matchAll(entry)];
  return new Map(found.map(([, name = '', size, type = '']) => [name, { size: Number(size), type }]));
}

/** The bytes of one file of a container. */
export async function fileOf(link: string, name: string): Promise<Buffer> {
  const answer = await fetch(fileLink(link, name));
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}
