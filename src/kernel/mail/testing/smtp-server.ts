import { createServer } from 'node:net';

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
  const server = createServer((socket) => {
    let mail = { from: '', to: [] as string[], data: '' };
    let inData = false;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string) => {
      if (inData) {
        if (line !== '.') mail.data += `${line.replace(/^\./, '')}\r\n`;
        else {
          inData = false;
          mails.push(mail);
          say('250 kept');
        }
        return;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'MAIL') {
        mail = { from: addressIn(line), to: [], data: '' };
        say(refusals.shift() ?? '250 go on');
      } else if (command === 'RCPT') {
        mail.to.push(addressIn(line));
        say('250 go on');
      } else if (command === 'DATA') {
        inData = true;
        say('354 go on');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
      else say('250 hello');
    };
    say('220 test');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        take(line);
      }
    });
  });
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

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';
