/** `twinId` → `twin-id`. */
export const kebabCase = (text: string): string => text.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
