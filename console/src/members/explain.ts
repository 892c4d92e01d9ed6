/** A role that somebody holds in a twin, and how they came to it. */
export interface Holding {
  readonly role: { readonly displayName: string; readonly permissions: readonly string[] };
  /** The name of the group that has the role; absent: it is the person's own. */
  readonly group?: string;
}

export interface Explained {
  readonly permission: string;
  /** `Role Viewer`, `Role Editor of the group Surveyors`. */
  readonly because: readonly string[];
}

/** What somebody may do in a twin and why: the permissions of all roles they hold, own ones and those of their groups. */
export function explain(holdings: readonly Holding[]): Explained[] {
  const reasons = new Map<string, Set<string>>();
  for (const { role, group } of holdings) {
    const reason = group === undefined ? `Role ${role.displayName}` : `Role ${role.displayName} of the group ${group}`;
    for (const permission of role.permissions) {
      const known = reasons.get(permission) ?? new Set();
      reasons.set(permission, known.add(reason));
    }
  }
  return [...reasons]
    .map(([permission, because]) => ({ permission, because: [...because] }))
    .sort((a, b) => a.permission.localeCompare(b.permission));
}

const areaNames: Readonly<Record<string, string>> = {
  administration: 'Members, roles and groups',
  twins: 'Twins',
  storage: 'Files',
  models: 'Models',
  savedviews: 'Saved views',
  scenes: 'Scenes',
  realitydata: 'Reality data',
  forms: 'Forms',
  library: 'Library',
  federation: 'Federation',
  webhooks: 'Webhooks',
  carbon: 'Carbon calculation',
  insights: 'Reports',
  mlruninference: 'Drawings',
};

/** What a permission is about, by the beginning of its name. */
export function areaOf(permission: string): string {
  const first = permission.split('_', 1)[0] ?? permission;
  return areaNames[first.toLowerCase()] ?? first;
}

/** Things by the area of their permission, in the order of the names above. */
export function byArea<T>(things: readonly T[], permissionOf: (thing: T) => string): [area: string, things: T[]][] {
  const groups = Map.groupBy(things, (thing) => areaOf(permissionOf(thing)));
  const order = Object.values(areaNames);
  const place = (area: string) => (order.includes(area) ? order.indexOf(area) : order.length);
  return [...groups].sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b));
}

/** E-mail addresses out of what was typed or pasted: separated by spaces, commas, semicolons or lines. */
export function emailsIn(text: string): { readonly emails: string[]; readonly faulty: string[] } {
  const parts = text.split(/[\s,;]+/).flatMap((part) => part.replace(/^<|>$/g, '') || []);
  const found = [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()];
  const valid = (part: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$|^[^@\s]+@localhost$/.test(part);
  return { emails: found.filter(valid), faulty: found.filter((part) => !valid(part)) };
}
