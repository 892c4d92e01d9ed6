import type { Fit } from './sights.ts';

/** How far a point is off in space; nothing where that is not known. */
export function offText(fit: Fit | undefined): string | null {
  return fit?.off ? `${metres(Math.hypot(...fit.off))} off` : null;
}

/** `3.2 cm`, `1.24 m`. */
export function metres(value: number): string {
  const size = Math.abs(value);
  if (size < 0.1) return `${(value * 1000).toFixed(size < 0.01 ? 1 : 0)} mm`;
  return size < 1 ? `${(value * 100).toFixed(1)} cm` : `${value.toFixed(2)} m`;
}
