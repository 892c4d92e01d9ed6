/** Names that Windows keeps for its devices, whatever extension they have: no file or folder can be made with them there. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** The names in a path, of folders or of the file, that Windows keeps for its devices. */
export const deviceNames = (path: string): string[] => path.split('/').filter((name) => device.test(name));
