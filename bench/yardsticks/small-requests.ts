/*
 * Makes one small request after the other, in a process that does nothing else: `node small-requests.ts <address>
 * <token>`. At a message it ends, and sends how many milliseconds each took.
 */
const [url = '', token = ''] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };
const took: number[] = [];
let ended = false;
process.once('message', () => {
  ended = true;
});

const request = async () => (await fetch(url, { headers })).text();
for (let warm = 0; warm < 200; warm++) await request();
process.send?.('warm');
while (!ended) {
  const begun = performance.now();
  await request();
  took.push(performance.now() - begun);
}
process.send?.(took, () => process.disconnect());
