import { realpath } from 'node:fs/promises';
import { planOf } from '../blocks.ts';
import type { PlatformClient } from '../client.ts';
import { contentAt } from './content-address.ts';
import { type Downloaded, type DownloadOptions, downloadContent } from './download-file.ts';
import { type LineOptions, LinkGone, linesOf, withQuery } from './lines.ts';
import { claimRecord, recordsFolder } from './records.ts';
import { answered } from './refused.ts';
import { sendContent } from './send-content.ts';
import { sourceAt } from './source.ts';
import { DigestDiffers, FileExists, type UploadOptions } from './upload-file.ts';

/** The files of reality data, by the signed addresses of its container. */
export interface RealityFiles {
  readonly client: PlatformClient;
  /** Id of the reality data. */
  readonly id: string;
  /** Address of the container, or of a file in it, to read or to write. */
  address(access: 'read' | 'write', name?: string): Promise<string>;
}

export interface RealityFile {
  /** With its folders: `photos/0001.jpg`. */
  readonly name: string;
  readonly size: number;
}

/** Links work for an hour. */
const renewMs = 45 * 60_000;

export function realityFiles(client: PlatformClient, id: string): RealityFiles {
  const links = new Map<string, { readonly asked: number; readonly link: Promise<string> }>();
  const linkFor = (access: 'read' | 'write'): Promise<string> => {
    const known = links.get(access);
    if (known && Date.now() - known.asked < renewMs) return known.link;
    const params = { path: { id } };
    const call =
      access === 'read'
        ? client.realityData.GET('/reality-management/reality-data/{id}/readaccess', { params })
        : client.realityData.GET('/reality-management/reality-data/{id}/writeaccess', { params });
    const link = answered(call).then(({ data }) => data._links.containerUrl.href);
    links.set(access, { asked: Date.now(), link });
    link.catch(() => links.delete(access));
    return link;
  };
  return {
    client,
    id,
    async address(access, name) {
      const link = await linkFor(access);
      if (name === undefined) return link;
      const at = link.indexOf('?');
      return `${link.slice(0, at)}/${name.split('/').map(encodeURIComponent).join('/')}${link.slice(at)}`;
    },
  };
}

export interface RealityUpload extends LineOptions, Pick<UploadOptions, 'path' | 'ifExists' | 'restart' | 'records'> {
  /** In the reality data, with its folders. */
  readonly name: string;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface RealityUploaded {
  readonly state: 'uploaded' | 'updated' | 'skipped';
  readonly sha256: string | undefined;
  readonly sent: number;
  readonly resumed: boolean;
}

/**
 * Sends a file into reality data, as `uploadFile` does into folders. Its server tells no digest of what it has: a file that
 * is there is sent again, and what has arrived is compared by its size.
 */
export async function uploadToRealityData(files: RealityFiles, options: RealityUpload): Promise<RealityUploaded> {
  const { name, ifExists = 'update', onProgress, restart } = options;
  const lines = linesOf(options);
  const source = await sourceAt(await realpath(options.path));
  const before = await contentAt(lines, await files.address('write', name)).catch((error: unknown) => {
    if (error instanceof LinkGone) return undefined;
    throw error;
  });
  if (before && ifExists === 'skip') return { state: 'skipped', sha256: undefined, sent: 0, resumed: false };
  if (before && ifExists === 'fail') throw new FileExists(name);
  const target = `${(await files.address('write', name)).split('?')[0]}`;
  const blockSize = planOf(source.size)[0]?.end ?? 0;
  const claim = claimRecord(options.records ?? recordsFolder(), source, target, blockSize);
  try {
    const resumed = !restart && claim.found !== undefined;
    const { path, size, modified } = source;
    const address = () => files.address('write', name);
    claim.write({ source: path, size, modified, target, blockSize, uploadUrl: await address(), completeUrl: '' });
    const { sha256, sent } = await sendContent(lines, {
      source,
      address,
      isResumed: resumed,
      mayBeNew: true,
      onProgress: (done, total) => onProgress?.(done, total),
    });
    claim.remove();
    const stored = await contentAt(lines, await address());
    const isRight = stored.sha256 === undefined ? stored.size === size : stored.sha256 === sha256;
    if (!isRight) throw new DigestDiffers(path);
    return { state: before ? 'updated' : 'uploaded', sha256, sent, resumed };
  } finally {
    claim.letGo();
  }
}

/** Every file of reality data. */
export async function realityFilesIn(files: RealityFiles, options: LineOptions = {}): Promise<readonly RealityFile[]> {
  const lines = linesOf(options);
  const all: RealityFile[] = [];
  for (let marker = ''; ; ) {
    const query = `restype=container&comp=list${marker === '' ? '' : `&marker=${encodeURIComponent(marker)}`}`;
    const xml = await (await lines.ask(withQuery(await files.address('read'), query), {})).text();
    for (const [, entry = ''] of xml.matchAll(/<Blob>([\s\S]*?)<\/Blob>/g)) {
      const name = /<Name>([^<]*)<\/Name>/.exec(entry)?.[1];
      const size = /<Content-Length>(\d+)<\/Content-Length>/.exec(entry)?.[1];
      if (name !== undefined) all.push({ name: plain(name), size: Number(size) });
    }
    marker = plain(/<NextMarker>([^<]*)<\/NextMarker>/.exec(xml)?.[1] ?? '');
    if (marker === '') return all;
  }
}

/** Reads a file of reality data, as `downloadFile` does. */
export function downloadFromRealityData(
  files: RealityFiles,
  options: Omit<DownloadOptions, 'fileId'> & { readonly name: string },
): Promise<Downloaded> {
  const lines = linesOf(options);
  const find = async () => contentAt(lines, await files.address('read', options.name));
  return downloadContent(lines, { ...options, find });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name ?? ''] ?? whole;
  });
