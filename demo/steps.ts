/** Makes requests and prints each as one line: method, address, status, time. */
export interface Steps {
  request(method: string, url: string, init?: RequestInit & { readonly quiet?: boolean }): Promise<Response>;
  say(text: string): void;
}

const grey = (text: string) => (process.stdout.isTTY ? `\x1b[90m${text}\x1b[0m` : text);

export function openSteps(): Steps {
  return {
    say: (text) => console.log(`\n${text}`),
    async request(method, url, { quiet, ...init } = {}) {
      const started = performance.now();
      const response = await fetch(url, { ...init, method, redirect: 'manual' });
      const ms = Math.round(performance.now() - started);
      const { pathname } = new URL(url);
      if (!quiet)
        console.log(`  ${method.padEnd(5)} ${shortened(pathname)} ${grey('→')} ${response.status} ${grey(`${ms} ms`)}`);
      return response;
    },
  };
}

const shortened = (path: string): string => (path.length > 70 ? `${path.slice(0, 67)}…` : path);

/** The JSON of an answer; anything but a success ends the demo with what the server said. */
export async function jsonOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${text}`);
  return JSON.parse(text) as T;
}

/** A bar that fills as bytes go out; nothing in a log file but its end. */
export function progressBar(total: number): (done: number) => void {
  const started = performance.now();
  return (done) => {
    const share = total === 0 ? 1 : done / total;
    const rate = done / 2 ** 20 / ((performance.now() - started) / 1000);
    const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
    const line = `  ${bar} ${Math.round(share * 100)} %  ${(done / 2 ** 20).toFixed(1)} MiB  ${rate.toFixed(0)} MiB/s`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${share === 1 ? '\n' : ''}`);
    else if (share === 1) console.log(line);
  };
}

/** A line that is written over; in a log file only what it says at its end. */
export function changingLine(): (text: string) => void {
  let last = '';
  return (text) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${text}`);
    else if (text.endsWith('\n')) process.stdout.write(text.trim() === '' ? `${last}\n` : text);
    last = text;
  };
}
