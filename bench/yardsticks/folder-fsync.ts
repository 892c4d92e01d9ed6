import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serve } from './serve.ts';

/** The same work as creating a folder (permission, parent, uniqueness, insert), one transaction and fsync a request. */
const folder = mkdtempSync(join(tmpdir(), 'twin-yardstick-'));
const db = new DatabaseSync(join(folder, 'db.sqlite'));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE roles (user text, twin text, permission text, PRIMARY KEY (user, twin, permission));
  CREATE TABLE folders (id text PRIMARY KEY, parent text, name text, folded text, created bigint);
  CREATE UNIQUE INDEX folder_names ON folders (parent, folded);
  INSERT INTO roles VALUES ('u', 't', 'storage_write'); INSERT INTO folders VALUES ('root', NULL, '', '', 0);`);
const may = db.prepare('SELECT 1 FROM roles WHERE user = ? AND twin = ? AND permission = ?');
const parent = db.prepare('SELECT id FROM folders WHERE id = ?');
const taken = db.prepare('SELECT id FROM folders WHERE parent = ? AND folded = ?');
const insert = db.prepare('INSERT INTO folders VALUES (?, ?, ?, ?, ?)');

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { displayName } = JSON.parse(Buffer.concat(chunks).toString()) as { displayName: string };
  db.exec('BEGIN IMMEDIATE');
  const fine =
    may.get('u', 't', 'storage_write') && parent.get('root') && !taken.get('root', displayName.toLowerCase());
  const id = randomUUID();
  if (fine) insert.run(id, 'root', displayName, displayName.toLowerCase(), Date.now());
  db.exec('COMMIT');
  const body = JSON.stringify({ folder: { id, displayName } });
  response.writeHead(fine ? 201 : 409, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});
serve(server, '/', () => {
  db.close();
  rmSync(folder, { recursive: true });
});
