import { requestOf } from '../platform/client.ts';

const most = 5 * 1024 * 1024;

/** Gives a twin its picture. */
export async function putImage(twinId: string, file: File): Promise<void> {
  if (!/^image\/(png|jpeg)$/.test(file.type)) throw new Error('The picture must be a PNG or JPEG file.');
  if (file.size > most) throw new Error('The picture is larger than 5 MiB. Choose a smaller one.');
  await requestOf(`/twins/${twinId}/image`, { method: 'PUT', headers: { 'Content-Type': file.type }, body: file });
}

export async function removeImage(twinId: string): Promise<void> {
  await requestOf(`/twins/${twinId}/image`, { method: 'DELETE' });
}
