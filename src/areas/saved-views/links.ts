interface Placed {
  readonly twin_id: string;
  readonly model_id: string | null;
  readonly created_by: string;
}

/** Links that views, groups and tags have in common. */
export const placeLinks = ({ twin_id, model_id }: Pick<Placed, 'twin_id' | 'model_id'>, baseUrl: string) => ({
  twin: { href: `${baseUrl}/twins/${twin_id}` },
  ...(model_id === null ? {} : { model: { href: `${baseUrl}/models/${model_id}` } }),
});

/** The last segment of `creator` is the user's id: clients read it there. */
export const itemLinks = (item: Placed, baseUrl: string) => ({
  ...placeLinks(item, baseUrl),
  creator: { href: `${baseUrl}/accesscontrol/twins/${item.twin_id}/members/${item.created_by}` },
});

export const viewAddress = (baseUrl: string, id: string): string => `${baseUrl}/savedviews/${id}`;
export const groupAddress = (baseUrl: string, id: string): string => `${baseUrl}/savedviews/groups/${id}`;

/** `self` of a list that has no pages. */
export function selfLink(address: string, parameters: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return { self: { href: `${address}?${pairs.join('&')}` } };
}
