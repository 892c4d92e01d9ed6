/** How far a transition has come at a share of its length; both from 0 to 1. */
export type Transition = (share: number) => number;

/** Those that the standard publishes, for curvature and for cant. */
const transitions: Readonly<Record<string, Transition>> = {
  LINE: () => 0,
  CIRCULARARC: () => 0,
  CONSTANTCANT: () => 0,
  CLOTHOID: (t) => t,
  LINEARTRANSITION: (t) => t,
  HELMERTCURVE: (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2),
  BLOSSCURVE: (t) => t * t * (3 - 2 * t),
  COSINECURVE: (t) => (1 - Math.cos(Math.PI * t)) / 2,
  SINECURVE: (t) => t - Math.sin(2 * Math.PI * t) / (2 * Math.PI),
  VIENNESEBEND: (t) => t ** 4 * (35 - 84 * t + 70 * t ** 2 - 20 * t ** 3),
};

/** Undefined for one that the standard does not publish: files may write any word. */
export const transitionOf = (kind: string): Transition | undefined =>
  Object.hasOwn(transitions, kind) ? transitions[kind] : undefined;

/** The second derivative of the Viennese bend by its share: what the centre of gravity adds to the curvature of a track. */
export const vienneseBendCant: Transition = (t) => 420 * t ** 2 * (1 - t) ** 2 * (1 - 2 * t);
