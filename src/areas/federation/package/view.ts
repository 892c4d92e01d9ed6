import { createHash } from 'node:crypto';
import { nilUuid } from '../../../std/ids.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { isOdata, type PackageDefinition } from '../definition.ts';
import type { PackageRow } from '../tables.ts';

/** A package as an organization sees it. */
export const packageView = (of: PackageDefinition, row: PackageRow | undefined, organizationId: string) => ({
  subscriptionId: nameId(organizationId, of.uniqueName),
  version: of.version,
  isOdata: isOdata(of),
  uniqueName: of.uniqueName,
  name: of.name,
  description: of.description,
  subscribedBy: nilUuid,
  subscribedByName: 'System',
  subscribedOn: isoTime(row?.first_loaded ?? 0),
  projectStage: of.projectStage,
});

export const packageDetailView = (of: PackageDefinition, row: PackageRow | undefined, organizationId: string) => ({
  ...packageView(of, row, organizationId),
  inputExample: of.inputExample ?? null,
  responseExample: of.responseExample ?? null,
  lastChange: isoTime(row?.changed ?? 0),
});

/** A package as somebody in a twin sees it. */
export const packageInTwinView = (of: PackageDefinition, mayExecute: boolean) => ({
  uniqueName: of.uniqueName,
  name: of.name,
  description: of.description,
  version: of.version,
  projectStage: of.projectStage,
  isOdata: isOdata(of),
  mayExecute,
});

/** UUID of version 5: of a name in the name space of another UUID. */
function nameId(space: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(space.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const digestOf = (definition: PackageDefinition): string =>
  createHash('sha256').update(JSON.stringify(definition)).digest('hex');
