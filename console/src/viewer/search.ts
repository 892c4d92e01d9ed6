/** What the address of the viewer holds. */
export interface ViewerSearch {
  /** Changeset that is shown; absent: the newest that is imported. */
  readonly version?: string;
  /** An earlier changeset that it is compared with. */
  readonly compare?: string;
  /** GlobalId of the chosen element. */
  readonly element?: string;
  /** Id of the saved view that is open. */
  readonly view?: string;
}

const members = ['version', 'compare', 'element', 'view'] as const;

export const viewerSearch = (given: Readonly<Record<string, unknown>>): ViewerSearch =>
  Object.fromEntries(
    members.flatMap((name) => {
      const value = given[name];
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
