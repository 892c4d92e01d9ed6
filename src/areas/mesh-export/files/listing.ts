import { XMLBuilder } from 'fast-xml-parser';
import type { MeshFileRow } from '../tables.ts';

const builder = new XMLBuilder({ suppressEmptyNode: true, processEntities: true });

/** The list of a container in the usual form of blob stores. */
export function listingXml(files: readonly MeshFileRow[]): string {
  const Blob = files.map(({ name, size, content_type }) => ({
    Name: name,
    Properties: { 'Content-Length': size, 'Content-Type': content_type },
  }));
  const body = builder.build({ EnumerationResults: { Blobs: { Blob }, NextMarker: '' } });
  return `<?xml version="1.0" encoding="utf-8"?>${body}`;
}
