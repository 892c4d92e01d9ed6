import assert from 'node:assert/strict';

/** Asks a server all the time whether it lives; at the end it tells how often it answered, and in how many milliseconds at most. */
export function watchLife({ baseUrl }: { readonly baseUrl: string }) {
  let [count, longest, ended] = [0, 0, false];
  const watching = (async () => {
    while (!ended) {
      const asked = performance.now();
      const answer = await fetch(`${baseUrl}/health/live`);
      assert.equal(answer.status, 200);
      await answer.arrayBuffer();
      longest = Math.max(longest, performance.now() - asked);
      count++;
    }
  })();
  return async (): Promise<{ readonly count: number; readonly longest: number }> => {
    ended = true;
    await watching;
    return { count, longest };
  };
}
