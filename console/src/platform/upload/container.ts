import { answerOf, platform } from '../client.ts';
import { Problem, unreachable } from '../problem.ts';

/** Links work for an hour. */
const renewMs = 45 * 60_000;

const links = new Map<string, { readonly asked: number; readonly link: Promise<string> }>();

/** Through which files of reality data are written. Many files go up by one link. */
function writeLink(id: string): Promise<string> {
  const known = links.get(id);
  if (known && Date.now() - known.asked < renewMs) return known.link;
  const call = platform.realityData.GET('/reality-management/reality-data/{id}/writeaccess', {
    params: { path: { id } },
  });
  const link = answerOf(call).then(({ _links }) => _links.containerUrl.href);
  links.set(id, { asked: Date.now(), link });
  link.catch(() => links.delete(id));
  return link;
}

/** The signed address of a file of reality data; its parts are the folders and the name. */
export async function blobAt(dataId: string, path: readonly string[]): Promise<string> {
  const link = await writeLink(dataId);
  const at = link.indexOf('?');
  return `${link.slice(0, at)}/${path.map(encodeURIComponent).join('/')}${link.slice(at)}`;
}

/** Bytes of the file there. */
export async function sizeAt(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD' }).catch((error: unknown) => {
    throw error instanceof TypeError ? unreachable() : error;
  });
  if (!answer.ok)
    throw new Problem(answer.status, { code: String(answer.status), message: 'The file was not stored.' });
  return Number(answer.headers.get('content-length'));
}
