import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { workOf } from '../../../api/request-work.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import type { FoundData } from '../access.ts';
import { fileNotFound, invalidPicture, invalidProperty } from '../errors.ts';
import type { pictureQuery } from '../schema.ts';

const patienceMs = 60_000;
const mostBytes = 2 ** 30;
const usualWidest = 2048;

const refuse = (message: string) => fail(invalidPicture, { details: [invalidProperty('name', message)] });

/** A photo as a JPEG, pixels as they are stored; for those that browsers cannot draw. It is kept nowhere. */
export async function pictureOf({ row }: FoundData, asked: Static<typeof pictureQuery>, context: Context) {
  const { db, ports, caller } = context;
  const file = await ports.files.trees.resolve(db, row.item_id, asked.name);
  if (file === undefined) return fail(fileNotFound);
  if (file.size > mostBytes) return refuse('The file is larger than 1 GiB.');
  const outcome = await workOf(ports, { who: caller.userId, mostMs: patienceMs }, (run) =>
    ports.engines.workFolder(async (folder) => {
      const [input, output] = [join(folder, 'photo'), join(folder, 'picture')];
      await copyBlob(ports.blobs, file.blobId, input);
      const copies = [{ widest: asked.widest ?? usualWidest, output }];
      const { made } = await run('pictures', { pictures: [{ input, copies, upright: false }] });
      return made[0] ? readFile(output) : undefined;
    }),
  );
  if ('failure' in outcome) return refuse(outcome.failure);
  const { result: picture } = outcome;
  if (picture === undefined) return refuse('It is no picture that can be drawn, or has more than 120 million pixels.');
  return reply(200, { stream: Readable.from([picture]), type: 'image/jpeg', length: picture.length });
}
