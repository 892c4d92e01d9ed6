/** Where something stands in the file. */
export interface Place {
  readonly line: number;
  /** Such as `members.twinId` or `scoped[0].in`. */
  readonly path: string;
}

/** One name of ours, and what it is called in words of the table. */
export interface Entry {
  readonly ours: string;
  readonly theirs: string;
  readonly place: Place;
}

/** A text that stands alone. */
export interface Item {
  readonly text: string;
  readonly place: Place;
}

export type Entries = readonly Entry[];

/** Exceptions for the operations whose path begins with a template of ours. */
export interface ScopedNames {
  readonly in: Item;
  readonly members: Entries;
  readonly values: Entries;
  readonly codes: Entries;
}

/** A member whose content no shape says, in which names are changed on the first level all the same. */
export interface OpaqueMember {
  readonly in: Item;
  readonly member: Item;
  readonly members: Entries;
}

/** A table of names as it stands in its file: see docs/names.md. */
export interface NamesTable {
  readonly paths: Entries;
  readonly members: Entries;
  readonly values: Entries;
  readonly codes: Entries;
  readonly messages: Entries;
  readonly events: Entries;
  readonly headers: Entries;
  readonly scopes: Entries;
  readonly vendors: readonly Item[];
  readonly hosts: readonly Item[];
  readonly scoped: readonly ScopedNames[];
  readonly opaque: readonly OpaqueMember[];
}

/** Something wrong at a place of the file. */
export interface TableFault {
  readonly place: Place;
  readonly message: string;
}

/** Notes a fault; the same one at the same place once. */
export type Tell = (place: Place, message: string) => void;

/** Collects the faults of a file, which are told in its order. */
export function faultList(): { readonly tell: Tell; all(): readonly TableFault[] } {
  const found = new Map<string, TableFault>();
  return {
    tell: (place, message) => void found.set(`${place.path}\n${message}`, { place, message }),
    all: () => [...found.values()].sort((one, other) => one.place.line - other.place.line),
  };
}

/** A fault as a line for people: `names.yaml:12: members.twinId is …`. */
export const faultText = (file: string, { place, message }: TableFault): string =>
  `${file}:${place.line}: ${place.path}${place.path === '' ? '' : ' '}${message}`;
