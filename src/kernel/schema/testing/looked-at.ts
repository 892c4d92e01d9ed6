/** A value that counts how often one looks at a member of it, however deep: the work of a reader, without its time. */
export function lookedAt<Value>(value: Value): { watched: Value; looks: () => number } {
  let count = 0;
  const watch = <Part>(part: Part): Part => {
    if (typeof part !== 'object' || part === null) return part;
    return new Proxy(part, {
      get(target, name) {
        count++;
        return watch(Reflect.get(target, name));
      },
      has(target, name) {
        count++;
        return Reflect.has(target, name);
      },
      getOwnPropertyDescriptor(target, name) {
        count++;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
  };
  return { watched: watch(value), looks: () => count };
}
