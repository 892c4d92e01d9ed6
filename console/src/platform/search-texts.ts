/** The members of an address that are texts and not empty; one that was read as a number is a text, too. */
export const searchTexts = (
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
): { readonly [name: string]: string } =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
