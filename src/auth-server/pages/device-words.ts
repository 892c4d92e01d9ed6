/** Programs before those whose name they carry, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox on Windows`: what people recognize a device by. */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const named = (all: typeof browsers) => all.find(([form]) => form.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  const program = browser ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || 'A program');
  return system ? `${program} on ${system}` : program;
}
