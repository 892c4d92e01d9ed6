/** The files of an export: the query of its link authorizes each of them for an hour. */
export interface MeshFiles {
  /** Address of the tileset, without the query. */
  readonly tileset: string;
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** `renew` asks for another link when the present one has expired; `root`: the file that is opened first. */
export function meshFiles(
  link: string,
  renew: () => Promise<string>,
  get: (url: string, init?: RequestInit) => Promise<Response> = (url, init) => fetch(url, init),
  root = 'tileset.json',
): MeshFiles {
  let { query } = partsOf(link);
  let renewing: Promise<string> | undefined;
  return {
    tileset: `${partsOf(link).container}/${root.split('/').map(encodeURIComponent).join('/')}`,
    async fetch(url, init) {
      const used = query;
      const answer = await get(`${url}?${used}`, init);
      if (answer.status !== 403) return answer;
      if (query === used) {
        renewing ??= renew().finally(() => {
          renewing = undefined;
        });
        query = partsOf(await renewing).query;
      }
      return get(`${url}?${query}`, init);
    },
  };
}

function partsOf(link: string): { readonly container: string; readonly query: string } {
  const at = link.indexOf('?');
  return at < 0 ? { container: link, query: '' } : { container: link.slice(0, at), query: link.slice(at + 1) };
}
