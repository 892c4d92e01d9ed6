import { createServer, type Socket } from 'node:net';

export interface SentMail {
  readonly from: string;
  readonly to: string[];
  /** Headers and text as they came over the wire, without dot stuffing. */
  readonly data: string;
}

/** Just enough of an SMTP server: it keeps what it is sent, or answers MAIL with the given line. */
export interface SmtpServer {
  readonly url: string;
  readonly mails: SentMail[];
  /** The answers to the next MAIL commands, e.g. "451 later"; afterwards all are accepted. */
  refuse(...answers: string[]): void;
  close(): Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: SentMail[] = [];
  const refusals: string[] = [];
  const server = createServer((socket) => serve(socket, mails, refusals));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (...answers) => void refusals.push(...answers),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, mails: SentMail[], refusals: string[]): void {
  let mail = { from: '', to: [] as string[], data: '' };
  let inData = false;
  let rest = '';
  const takeData = (line: string): string | undefined => {
    if (line !== '.') {
      mail.data += `${line.replace(/^\./, '')}\r\n`;
      return undefined;
    }
    inData = false;
    mails.push(mail);
    return '250 kept';
  };
  const take = (line: string): string | undefined => {
    if (inData) return takeData(line);
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'RCPT') mail.to.push(addressIn(line));
    if (command === 'DATA') inData = true;
    if (command === 'MAIL') {
      mail = { from: addressIn(line), to: [], data: '' };
      return refusals.shift() ?? '250 go on';
    }
    return { DATA: '354 go on', QUIT: '221 bye' }[command] ?? '250 go on';
  };
  socket.write('220 test\r\n');
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const answer = take(line);
      if (answer !== undefined) socket.write(`${answer}\r\n`);
      if (answer?.startsWith('221')) socket.end();
    }
  });
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';
