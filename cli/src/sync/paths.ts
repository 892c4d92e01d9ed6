/** Storage does not tell names apart by case; folders end with a slash. */
export const keyOf = (path: string): string => path.toLowerCase();

/** The folders above something. */
export const parentsOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
};

/** Folders that hold a file somewhere below: they need no line of their own. */
export const filledBy = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.flatMap(parentsOf));

/** Files and folders by their keys. */
export const keysOf = (files: readonly string[], folders: readonly string[]): ReadonlySet<string> =>
  new Set([...files.map(keyOf), ...folders.map((path) => keyOf(`${path}/`))]);
