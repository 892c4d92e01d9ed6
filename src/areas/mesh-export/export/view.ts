import type { Static } from 'typebox';
import type { Model } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { ExportRow } from '../tables.ts';
import { exporterVersion, typeVersionOf } from '../types.ts';
import { containerLink } from './link.ts';
import type { meshExport } from './schema.ts';

export interface ViewOptions {
  readonly baseUrl: string;
  readonly now: number;
  readonly ports: Pick<Ports, 'secrets' | 'settings'>;
  /** Mesh links through the content delivery network. */
  readonly cdn: boolean;
  /** The type as the request spelled it. */
  readonly spelling?: string | undefined;
}

export const minimalView = (row: ExportRow, { displayName }: Model) => ({
  id: row.id,
  displayName,
  status: row.status,
  lastModified: isoTime(row.changed),
});

export function fullView(row: ExportRow, model: Model, options: ViewOptions): Static<typeof meshExport> {
  return {
    ...minimalView(row, model),
    request: {
      modelId: row.model_id,
      changesetId: row.changeset_id,
      exportType: options.spelling ?? row.type,
      ...(row.options === null ? {} : { geometryOptions: JSON.parse(row.options) }),
      ...(row.filter === null ? {} : { viewDefinitionFilter: JSON.parse(row.filter) }),
      exporterVersion: row.exporter_version,
      currentExporterVersion: exporterVersion,
      exportTypeVersion: typeVersionOf(row.type),
      twinId: row.twin_id,
    },
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.status === 'Complete' ? { _links: { mesh: { href: linkOf(row, options) } } } : {}),
  };
}

function linkOf({ id }: ExportRow, { baseUrl, cdn, now, ports }: ViewOptions): string {
  return containerLink(ports.secrets, cdn ? ports.settings.meshExport.cdnUrl : baseUrl, id, now);
}
