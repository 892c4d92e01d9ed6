import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** Looks into the database behind the program's back. */
export interface Inspector {
  readonly dialect: 'sqlite' | 'postgres';
  rows(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

export async function inspectorOf(dataDir: string, databaseUrl: string | undefined): Promise<Inspector> {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, 'platform.sqlite'), { readOnly: true });
    return { dialect: 'sqlite', rows: async (sql) => db.prepare(sql).all(), close: async () => db.close() };
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return { dialect: 'postgres', rows: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
}

/** Each finds rows that only a half write could have left. */
const halfWrites: Readonly<Record<string, string>> = {
  'twins without the role Owner': `SELECT id FROM twins WHERE (SELECT count(*) FROM roles WHERE twin_id = twins.id AND built_in = 'Owner') <> 1`,
  'twins without an owner': `SELECT id FROM twins WHERE class <> 'Account' AND NOT EXISTS (SELECT 1 FROM role_assignments a
    JOIN roles r ON r.id = a.role_id WHERE a.twin_id = twins.id AND r.built_in = 'Owner')`,
  'twins in no account': `SELECT id FROM twins t WHERE NOT EXISTS (SELECT 1 FROM twins a WHERE a.id = t.account_id)`,
  'members without a role': `SELECT twin_id, member_id FROM members m WHERE NOT EXISTS (SELECT 1 FROM role_assignments a
    WHERE a.twin_id = m.twin_id AND a.member_id = m.member_id AND a.member_type = m.member_type)`,
  'roles given to nobody': `SELECT twin_id, member_id FROM role_assignments a WHERE NOT EXISTS (SELECT 1 FROM members m
    WHERE a.twin_id = m.twin_id AND a.member_id = m.member_id AND a.member_type = m.member_type)`,
  'roles of no twin': 'SELECT id FROM roles r WHERE NOT EXISTS (SELECT 1 FROM twins t WHERE t.id = r.twin_id)',
  'jobs that nobody will run': `SELECT id FROM access_jobs a WHERE status = 'Active' AND NOT EXISTS (SELECT 1 FROM jobs j
    WHERE j.resource LIKE '%' || a.id AND j.state IN ('Queued', 'Running'))`,
  'deliveries of no twin': `SELECT message_id FROM webhook_deliveries d WHERE NOT EXISTS (SELECT 1 FROM twins t
    WHERE t.id = d.twin_id)`,
  'twins whose making nobody was told of': `SELECT id FROM twins t WHERE class <> 'Account'
    AND (SELECT count(*) FROM webhook_deliveries d WHERE d.twin_id = t.id AND event_type = 'twins.twinCreated.v1') <> 1`,
  'live files without content': `SELECT i.id FROM storage_items i LEFT JOIN blobs b ON b.id = i.blob_id
    WHERE i.kind = 1 AND i.state = 'live' AND (b.state IS NULL OR b.state <> 'kept' OR b.size <> i.size)`,
  'imported changesets without what was imported': `SELECT c.id FROM model_changesets c WHERE c.state = 'Ready'
    AND NOT EXISTS (SELECT 1 FROM blobs b WHERE b.id = c.snapshot_blob AND b.state = 'kept')`,
  'imports that nobody will run': `SELECT c.id FROM model_changesets c WHERE c.state = 'Importing'
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = c.job_id AND j.state IN ('Queued', 'Running'))`,
  'artefacts of nothing': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'models'
    AND NOT EXISTS (SELECT 1 FROM models m WHERE m.ids_blob = b.id) AND NOT EXISTS (SELECT 1 FROM model_changesets c
    WHERE c.snapshot_blob = b.id OR c.geometry_blobs LIKE '%' || b.id || '%')`,
  'comparisons without both results': `SELECT c.id FROM comparisons c WHERE c.status = 'Completed'
    AND (SELECT count(*) FROM blobs b WHERE b.id IN (c.full_blob, c.minimal_blob) AND b.state = 'kept') <> 2`,
  'comparisons that nobody will run': `SELECT c.id FROM comparisons c WHERE c.status = 'Queued'
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = c.job_id AND j.state IN ('Queued', 'Running'))`,
  'results of nothing': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'changed-elements'
    AND NOT EXISTS (SELECT 1 FROM comparisons c WHERE b.id IN (c.full_blob, c.minimal_blob))`,
  'runs of timers without their answer': `SELECT r.id FROM federation_runs r LEFT JOIN blobs b ON b.id = r.blob_id
    WHERE r.state = 'Succeeded' AND (b.state IS NULL OR b.state <> 'kept')`,
  'runs of timers that nobody will run': `SELECT r.id FROM federation_runs r WHERE r.state IN ('Queued', 'Running')
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = r.job_id AND j.state IN ('Queued', 'Running'))`,
  'table files without content': `SELECT t.version FROM federation_tables t LEFT JOIN blobs b ON b.id = t.blob_id
    WHERE t.state = 'Ready' AND (b.state IS NULL OR b.state <> 'kept')`,
  'table files that nobody will make': `SELECT t.version FROM federation_tables t WHERE t.state = 'Making'
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = t.job_id AND j.state IN ('Queued', 'Running'))`,
  'answers and tables of nothing': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'federation'
    AND NOT EXISTS (SELECT 1 FROM federation_runs r WHERE r.blob_id = b.id)
    AND NOT EXISTS (SELECT 1 FROM federation_tables t WHERE t.blob_id = b.id)`,
  'complete exports without all of their files': `SELECT e.id FROM mesh_exports e WHERE e.status = 'Complete'
    AND (NOT EXISTS (SELECT 1 FROM mesh_files f WHERE f.export_id = e.id) OR EXISTS (SELECT 1 FROM mesh_files f
    LEFT JOIN blobs b ON b.id = f.blob_id AND b.state = 'kept' WHERE f.export_id = e.id AND b.id IS NULL))`,
  'exports that nobody will make': `SELECT e.id FROM mesh_exports e WHERE e.status IN ('NotStarted', 'InProgress')
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = e.job_id AND j.state IN ('Queued', 'Running'))`,
  'mesh files of no export': `SELECT f.name FROM mesh_files f
    WHERE NOT EXISTS (SELECT 1 FROM mesh_exports e WHERE e.id = f.export_id AND e.status = 'Complete')`,
  'caches of nothing': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'capture'
    AND NOT EXISTS (SELECT 1 FROM capture_caches c WHERE c.files LIKE '%' || b.id || '%')`,
  'meshes of nothing': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'mesh-export'
    AND NOT EXISTS (SELECT 1 FROM mesh_files f WHERE f.blob_id = b.id)`,
  'documents of the library without content': `SELECT d.id FROM library_documents d LEFT JOIN blobs b ON b.id = d.blob_id
    WHERE d.available = 1 AND (b.state IS NULL OR b.state <> 'kept' OR b.size <> d.size)`,
  'files of the library that nothing names': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'library'
    AND b.due IS NULL AND NOT EXISTS (SELECT 1 FROM library_documents d WHERE b.id IN (d.blob_id, d.upload_id))
    AND NOT EXISTS (SELECT 1 FROM library_uploads u WHERE u.ending IS NULL AND b.id IN (u.design_blob, u.catalog_blob))
    AND NOT EXISTS (SELECT 1 FROM library_previews p WHERE b.id IN (p.model_blob, p.picture_blob))
    AND NOT EXISTS (SELECT 1 FROM library_thumbnails t WHERE b.id = t.picture_blob)
    AND NOT EXISTS (SELECT 1 FROM library_archives a WHERE b.id = a.blob_id)`,
  'uploads to the library that nobody will look at': `SELECT u.id FROM library_uploads u WHERE u.ending IS NULL
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = u.job_id AND j.state IN ('Queued', 'Running'))`,
  'archives of the library that nobody will look at': `SELECT a.id FROM library_archives a WHERE a.ending IS NULL
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = a.job_id AND j.state IN ('Queued', 'Running'))`,
  'imports of archives without their file': `SELECT i.id FROM archive_imports i LEFT JOIN blobs b ON b.id = i.blob_id
    WHERE i.state IN ('Checking', 'Ready') AND (b.state IS NULL OR b.state <> 'kept')`,
  'imports of archives that nobody will check': `SELECT i.id FROM archive_imports i WHERE i.state = 'Checking'
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = i.job_id AND j.state IN ('Queued', 'Running'))`,
  'files of archives that nothing names': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'archives'
    AND NOT EXISTS (SELECT 1 FROM archive_imports i WHERE b.id = i.blob_id)
    AND NOT EXISTS (SELECT 1 FROM archive_exports e WHERE b.id IN (e.file_blob, e.plan_blob, e.parts_blob))`,
  'previews that nobody will make': `SELECT p.component_id FROM library_previews p WHERE p.facts IS NULL AND p.error IS NULL
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = p.job_id AND j.state IN ('Queued', 'Running'))`,
  'what is said of components that are not there': `SELECT component_id FROM library_component_endings e
    WHERE NOT EXISTS (SELECT 1 FROM library_components c WHERE c.id = e.component_id AND c.name_folded = e.name_folded)
    UNION ALL SELECT component_id FROM library_catalog_places p
    WHERE NOT EXISTS (SELECT 1 FROM library_components c WHERE c.id = p.component_id AND c.name_folded = p.name_folded)`,
  'calculations with a result that lacks a file': `SELECT j.id FROM carbon_jobs j WHERE j.status = 'Succeeded'
    AND j.project_url IS NULL AND (SELECT count(*) FROM carbon_files f JOIN blobs b ON b.id = f.blob_id
    AND b.state = 'kept' WHERE f.job_id = j.id) <> 5`,
  'calculations that nobody will run': `SELECT c.id FROM carbon_jobs c WHERE c.status = 'Queued'
    AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = c.job_id AND j.state IN ('Queued', 'Running'))`,
  'files of no calculation': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'carbon-calculation'
    AND NOT EXISTS (SELECT 1 FROM carbon_files f WHERE f.blob_id = b.id)`,
  'drawings and reviews without content': `SELECT r.name FROM pnid_results r LEFT JOIN blobs b ON b.id = r.blob_id
    WHERE b.state IS NULL OR b.state <> 'kept' UNION ALL SELECT v.sheet FROM pnid_reviews v
    WHERE (SELECT count(*) FROM blobs b WHERE b.id IN (v.recognised_blob_id, v.reviewed_blob_id) AND b.state = 'kept') <> 2`,
  'files of no drawing': `SELECT b.id FROM blobs b WHERE b.state = 'kept' AND b.area = 'pnid'
    AND NOT EXISTS (SELECT 1 FROM pnid_inputs i WHERE i.blob_id = b.id)
    AND NOT EXISTS (SELECT 1 FROM pnid_results r WHERE r.blob_id = b.id)
    AND NOT EXISTS (SELECT 1 FROM pnid_reviews v WHERE b.id IN (v.recognised_blob_id, v.reviewed_blob_id))`,
  'items of no folder': `SELECT id FROM storage_items i WHERE parent_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM storage_items p WHERE p.id = i.parent_id AND p.kind = 0)`,
};

export async function findHalfWrites({ dialect, rows }: Inspector): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, sql] of Object.entries(halfWrites)) {
    const found = await rows(sql);
    if (found.length > 0) faults.push(`${what}: ${JSON.stringify(found.slice(0, 3))}`);
  }
  if (dialect === 'sqlite') {
    const [{ integrity_check } = {}] = await rows('PRAGMA integrity_check');
    if (integrity_check !== 'ok') faults.push(`integrity_check: ${integrity_check}`);
  }
  return faults;
}

/** Every block and every part lies whole in the store, and finished content has the SHA-256 that is kept of it. */
export async function findBrokenBlobs({ rows }: Inspector, dataDir: string): Promise<string[]> {
  const faults: string[] = [];
  const fileOf = (key: unknown) => join(dataDir, 'blobs', String(key).slice(0, 2), String(key));
  for (const { key, size } of await rows('SELECT key, size FROM blob_blocks')) {
    if (!existsSync(fileOf(key)) || readFileSync(fileOf(key)).length !== Number(size)) faults.push(`block ${key}`);
  }
  const parts = await rows('SELECT blob, key, start, size FROM blob_parts ORDER BY blob, position');
  const byBlob = Map.groupBy(parts, (part) => part.blob);
  for (const { id, size, sha256 } of await rows(
    "SELECT id, size, sha256 FROM blobs WHERE state <> 'removed' AND size IS NOT NULL",
  )) {
    const pieces = (byBlob.get(id) ?? []).map((part) => {
      const from = Number(part.start);
      return existsSync(fileOf(part.key))
        ? readFileSync(fileOf(part.key)).subarray(from, from + Number(part.size))
        : '';
    });
    const hash = createHash('sha256');
    for (const piece of pieces) hash.update(piece);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length !== Number(size) || hash.digest('hex') !== sha256) faults.push(`content ${id}`);
  }
  return faults;
}
