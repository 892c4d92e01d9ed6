import { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Meter } from './meter.ts';
import { passOn } from './stream-upload.ts';

/**
 * A request body that passes a source through, measured. Piped into a request, as the library does it, each chunk's
 * memory is given back as soon as it was sent.
 */
export function frugalBody(source: Readable, counter: Meter): Readable {
  const body = Readable.from(metered(source, counter), { objectMode: false });
  const owned = source instanceof IncomingMessage;
  const pipe = body.pipe.bind(body);
  body.pipe = (target, options) => {
    if (!(target instanceof ClientRequest)) return pipe(target, options);
    const take = (chunk: Buffer) => counter.take(chunk);
    passOn(source, target, { owned, take }).catch((error) => target.destroy(error));
    return target;
  };
  return body;
}

async function* metered(source: Readable, counter: Meter): AsyncGenerator<Buffer> {
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    counter.take(chunk);
    yield chunk;
  }
}
