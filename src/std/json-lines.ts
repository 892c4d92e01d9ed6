import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/**
 * The values of a file that has one as JSON on each line. Only a line feed ends a line: `node:readline` ends it at
 * U+2028 and U+2029, too, which JSON has inside of texts as they are.
 */
export async function* jsonLinesIn<T>(path: string): AsyncGenerator<T> {
  for await (const line of linesIn(path)) if (line.trim() !== '') yield JSON.parse(line);
}

async function* linesIn(path: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of createReadStream(path)) {
    const [head = '', ...lines] = decoder.write(chunk).split('\n');
    rest += head;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  yield rest + decoder.end();
}
