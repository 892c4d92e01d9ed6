import { filesOf } from '../files.ts';
import { queryClient } from '../query-client.ts';

/** While many files arrive, what shows them is read again this often. */
const betweenMs = 3000;

const resting = new Map<string, { again: boolean }>();

/** Reads again what shows the files of a twin: at once, or soon where that was done a moment ago. */
export function filesArrived(twinId: string): void {
  const rest = resting.get(twinId);
  if (rest) {
    rest.again = true;
    return;
  }
  const begun = { again: false };
  resting.set(twinId, begun);
  for (const queryKey of [filesOf(twinId), ['models', twinId], ['model'], ['reality', twinId]])
    void queryClient.invalidateQueries({ queryKey });
  setTimeout(() => {
    resting.delete(twinId);
    if (begun.again) filesArrived(twinId);
  }, betweenMs);
}
