const filesAtOnce = 4;

/** Works at several things at a time, and hands their results over in the order of the things, as soon as that is possible. */
export async function inOrder<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  emit: (result: R) => Promise<void>,
): Promise<void> {
  const done = new Map<number, R>();
  let [next, emitted] = [0, 0];
  let emitting: Promise<void> = Promise.resolve();
  const flush = async () => {
    for (; done.has(emitted); emitted++) {
      const result = done.get(emitted) as R;
      done.delete(emitted);
      await emit(result);
    }
  };
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      const at = next++;
      try {
        done.set(at, await work(items[at] as T));
      } catch (error) {
        failed = true;
        throw error;
      }
      emitting = emitting.then(flush);
      await emitting;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: filesAtOnce }, worker));
  const wrong = ended.find((one) => one.status === 'rejected');
  if (wrong) throw wrong.reason;
}
