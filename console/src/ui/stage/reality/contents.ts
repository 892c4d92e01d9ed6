import { readLink } from './source.ts';

/** A file of reality data. */
export interface ContentFile {
  /** In its folders, `/`-separated. */
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

/** The link to its files, and what they are. */
export interface Contents {
  readonly link: string;
  readonly files: readonly ContentFile[];
}

/** Reads the list of files by the link of the container, page after page. */
export async function contentsOf(dataId: string, twinId: string, signal?: AbortSignal): Promise<Contents> {
  const link = await readLink(dataId, twinId);
  const files: ContentFile[] = [];
  let marker = '';
  do {
    const address = `${link}&restype=container&comp=list${marker ? `&marker=${encodeURIComponent(marker)}` : ''}`;
    const answer = await fetch(address, signal ? { signal } : {});
    if (!answer.ok) throw new Error('Its files cannot be listed just now. Try again.');
    const page = new DOMParser().parseFromString(await answer.text(), 'text/xml');
    for (const blob of page.querySelectorAll('Blob')) files.push(fileOf(blob));
    marker = page.querySelector('NextMarker')?.textContent ?? '';
  } while (marker !== '');
  return { link, files };
}

const textIn = (blob: Element, name: string): string => blob.querySelector(name)?.textContent ?? '';

const fileOf = (blob: Element): ContentFile => ({
  name: textIn(blob, 'Name'),
  size: Number(textIn(blob, 'Content-Length')),
  modified: new Date(textIn(blob, 'Last-Modified')),
});

/** The signed address of a file. */
export function addressOf(link: string, name: string): string {
  const at = link.indexOf('?');
  return `${link.slice(0, at)}/${name.split('/').map(encodeURIComponent).join('/')}${link.slice(at)}`;
}
