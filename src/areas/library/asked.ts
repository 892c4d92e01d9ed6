/** What a component of an upload is to say, and who asked for it. */
export interface Asked {
  readonly componentName: string | null;
  readonly description: string | null;
  readonly searchTags: readonly string[];
  readonly catalogs: readonly string[];
  readonly application: string | null;
  readonly category: string | null;
  readonly manufacturer: string | null;
  readonly userId: string;
  /** Of people of the organization whose library it is. */
  readonly email: string | null;
}
