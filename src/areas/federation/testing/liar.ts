import type { Socket } from 'node:net';
import { type Listening, listening } from './listening.ts';

/** What a server of the PostgreSQL protocol says to one statement. */
export interface Reply {
  /** Rows of texts, in columns of these names. */
  rows(names: readonly string[], ...rows: readonly (readonly (string | null)[])[]): void;
  /** The end of an answer: the next statement may come. */
  done(): void;
  error(code: string, message: string): void;
  readonly socket: Socket;
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int16 = (value: number): Buffer => int32(value).subarray(2);

/** A message of the protocol. */
export const message = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
};

export const dataRow = (cells: readonly (string | null)[]): Buffer =>
  message(
    'D',
    int16(cells.length),
    ...cells.flatMap((cell) => (cell === null ? [int32(-1)] : [int32(Buffer.byteLength(cell)), Buffer.from(cell)])),
  );

const textType = 25;
const described = (names: readonly string[]): Buffer =>
  message(
    'T',
    int16(names.length),
    ...names.flatMap((name) => [text(name), int32(0), int16(0), int32(textType), int16(-1), int32(-1), int16(0)]),
  );

/** A server that lets everybody in, and answers statements as it is told, true or not. */
export const startLiar = (answer: (sql: string, reply: Reply) => void): Promise<Listening> =>
  listening((socket) => converse(socket, answer));

function converse(socket: Socket, answer: (sql: string, reply: Reply) => void): void {
  let left = Buffer.alloc(0);
  let begun = false;
  let parsed = '';
  const ready = message('Z', Buffer.from('I'));
  const reply: Reply = {
    socket,
    rows: (names, ...rows) => void socket.write(Buffer.concat([described(names), ...rows.map(dataRow)])),
    done: () => void socket.write(Buffer.concat([message('C', text('SELECT 1')), ready])),
    error(code, said) {
      const fields = [`SERROR`, `VERROR`, `C${code}`, `M${said}`].map(text);
      socket.write(Buffer.concat([message('E', ...fields, Buffer.from([0])), ready]));
    },
  };
  socket.on('data', (bytes) => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      const head = begun ? 1 : 0;
      if (left.length < head + 4) return;
      const length = left.readInt32BE(head);
      if (left.length < head + length) return;
      const [type, body] = [begun ? String.fromCharCode(left[0] ?? 0) : '', left.subarray(head + 4, head + length)];
      left = left.subarray(head + length);
      if (!begun) socket.write(Buffer.concat([message('R', int32(0)), ready]));
      begun = true;
      if (type === 'Q') answer(body.toString('utf8', 0, body.length - 1), reply);
      if (type === 'P') parsed = body.toString('utf8').split('\0')[1] ?? '';
      if (type === 'S') {
        socket.write(Buffer.concat([message('1'), message('2')]));
        answer(parsed, reply);
      }
    }
  });
}

/** The table `pumps` with a number as key and a text, as the catalog of an honest server tells of it. */
export const pumpsCatalog = [
  ['pumps', 'id', 'int4', 't', '0'],
  ['pumps', 'name', 'text', 'f', null],
] as const;
export const catalogNames = ['relname', 'attname', 'typname', 'attnotnull', 'place'];

/** Answers what every reading asks before its rows. */
export function answersCatalog(sql: string, reply: Reply): boolean {
  if (sql.includes('pg_catalog')) reply.rows(catalogNames, ...pumpsCatalog);
  if (/^FETCH/.test(sql)) return false;
  reply.done();
  return true;
}
