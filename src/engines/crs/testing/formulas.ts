/**
 * Map projections from the formulas of the register's guidance note 7-2 and of Snyder, without the library that the
 * product calculates with: what is right comes from here. Angles are in degrees, lengths in metres.
 */
export interface Ball {
  readonly name: string;
  readonly a: number;
  readonly inverse: number;
}

export const grs80: Ball = { name: 'GRS 1980', a: 6_378_137, inverse: 298.257_222_101 };
export const wgs84: Ball = { name: 'WGS 84', a: 6_378_137, inverse: 298.257_223_563 };

export interface Values {
  readonly ball: Ball;
  readonly lat0: number;
  readonly lon0: number;
  readonly lat1: number;
  readonly lat2: number;
  readonly k0: number;
  readonly azimuth: number;
  readonly fe: number;
  readonly fn: number;
}

export type Forward = (longitude: number, latitude: number) => readonly [easting: number, northing: number];

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const { sin, cos, tan, log, sqrt, atan2, asin, sinh, cosh, atanh, hypot, PI } = Math;

/** What an ellipsoid has: eccentricity, its square, and functions of a latitude. */
function onBall({ inverse }: Ball) {
  const f = 1 / inverse;
  const e2 = f * (2 - f);
  const e = sqrt(e2);
  return {
    f,
    e,
    e2,
    m: (p: number) => cos(p) / sqrt(1 - e2 * sin(p) ** 2),
    t: (p: number) => tan(PI / 4 - p / 2) / ((1 - e * sin(p)) / (1 + e * sin(p))) ** (e / 2),
    q: (p: number) => (1 - e2) * (sin(p) / (1 - e2 * sin(p) ** 2) - log((1 - e * sin(p)) / (1 + e * sin(p))) / (2 * e)),
  };
}

const turned = (angle: number): number => angle - 2 * PI * Math.round(angle / (2 * PI));

function tm({ ball, lat0, lon0, k0, fe, fn }: Values): Forward {
  const { f, e } = onBall(ball);
  const n = f / (2 - f);
  const radius = (ball.a / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const series = [
    n / 2 - (2 * n ** 2) / 3 + (5 * n ** 3) / 16 + (41 * n ** 4) / 180,
    (13 * n ** 2) / 48 - (3 * n ** 3) / 5 + (557 * n ** 4) / 1440,
    (61 * n ** 3) / 240 - (103 * n ** 4) / 140,
    (49_561 * n ** 4) / 161_280,
  ];
  const at = (l: number, p: number): [number, number] => {
    const t = sinh(atanh(sin(p)) - e * atanh(e * sin(p)));
    const d = turned(rad(l) - rad(lon0));
    let [xi, eta] = [atan2(t, cos(d)), atanh(sin(d) / hypot(1, t))];
    const [x, y] = [xi, eta];
    for (const [i, b] of series.entries()) {
      const j = 2 * (i + 1);
      xi += b * sin(j * x) * cosh(j * y);
      eta += b * cos(j * x) * sinh(j * y);
    }
    return [k0 * radius * eta, k0 * radius * xi];
  };
  const [, zero] = at(lon0, rad(lat0));
  return (l, p) => {
    const [x, y] = at(l, rad(p));
    return [fe + x, fn + y - zero];
  };
}

function cone({ ball, lon0, fe, fn }: Values, n: number, factor: number, origin: number): Forward {
  const { t } = onBall(ball);
  const radius = (p: number) => ball.a * factor * t(p) ** n;
  const r0 = radius(rad(origin));
  return (l, p) => {
    const [r, turn] = [radius(rad(p)), n * turned(rad(l) - rad(lon0))];
    return [fe + r * sin(turn), fn + r0 - r * cos(turn)];
  };
}

function lcc2(values: Values): Forward {
  const { m, t } = onBall(values.ball);
  const [p, q] = [rad(values.lat1), rad(values.lat2)];
  const n = (log(m(p)) - log(m(q))) / (log(t(p)) - log(t(q)));
  return cone(values, n, m(p) / (n * t(p) ** n), values.lat0);
}

function lcc1(values: Values): Forward {
  const { m, t } = onBall(values.ball);
  const p = rad(values.lat0);
  const n = sin(p);
  return cone(values, n, (values.k0 * m(p)) / (n * t(p) ** n), values.lat0);
}

function albers({ ball, lat0, lon0, lat1, lat2, fe, fn }: Values): Forward {
  const { m, q } = onBall(ball);
  const [m1, m2] = [m(rad(lat1)), m(rad(lat2))];
  const n = (m1 ** 2 - m2 ** 2) / (q(rad(lat2)) - q(rad(lat1)));
  const c = m1 ** 2 + n * q(rad(lat1));
  const radius = (p: number) => (ball.a * sqrt(c - n * q(p))) / n;
  return (l, p) => {
    const [r, turn] = [radius(rad(p)), n * turned(rad(l) - rad(lon0))];
    return [fe + r * sin(turn), fn + radius(rad(lat0)) - r * cos(turn)];
  };
}

const mercatorBy =
  (k: (values: Values) => number) =>
  (values: Values): Forward => {
    const { ball, lon0, fe, fn } = values;
    const { t } = onBall(ball);
    const scale = ball.a * k(values);
    return (l, p) => [fe + scale * turned(rad(l) - rad(lon0)), fn - scale * log(t(rad(p)))];
  };

/** By the scale at the pole on whose side the place is. */
const polarBy =
  (k: (values: Values) => number) =>
  (values: Values): Forward => {
    const { ball, lon0, lat0, fe, fn } = values;
    const { t, e } = onBall(ball);
    const c = sqrt((1 + e) ** (1 + e) * (1 - e) ** (1 - e));
    const side = lat0 < 0 ? -1 : 1;
    const scale = (2 * ball.a * k(values)) / c;
    return (l, p) => {
      const [r, d] = [scale * t(side * rad(p)), turned(rad(l) - rad(lon0))];
      return [fe + r * sin(d), fn - side * r * cos(d)];
    };
  };

function polarScale({ ball, lat1 }: Values): number {
  const { m, t, e } = onBall(ball);
  const p = rad(Math.abs(lat1));
  return (m(p) * sqrt((1 + e) ** (1 + e) * (1 - e) ** (1 - e))) / (2 * t(p));
}

function stereo({ ball, lat0, lon0, k0, fe, fn }: Values): Forward {
  const { e, e2 } = onBall(ball);
  const [p0, s0] = [rad(lat0), sin(rad(lat0))];
  const radius = sqrt(((ball.a * (1 - e2)) / (1 - e2 * s0 ** 2) ** 1.5) * (ball.a / sqrt(1 - e2 * s0 ** 2)));
  const n = sqrt(1 + (e2 * cos(p0) ** 4) / (1 - e2));
  const w = (p: number) => (((1 + sin(p)) / (1 - sin(p))) * ((1 - e * sin(p)) / (1 + e * sin(p))) ** e) ** n;
  const x0 = (w(p0) - 1) / (w(p0) + 1);
  const c = ((n + s0) * (1 - x0)) / ((n - s0) * (1 + x0));
  const sphere = (p: number) => asin((c * w(p) - 1) / (c * w(p) + 1));
  const chi0 = sphere(p0);
  return (l, p) => {
    const [chi, d] = [sphere(rad(p)), n * turned(rad(l) - rad(lon0))];
    const b = (2 * radius * k0) / (1 + sin(chi) * sin(chi0) + cos(chi) * cos(chi0) * cos(d));
    return [fe + b * cos(chi) * sin(d), fn + b * (sin(chi) * cos(chi0) - cos(chi) * sin(chi0) * cos(d))];
  };
}

/** Variant A counts from the natural origin, B from the centre. */
const hotine =
  (variant: 'A' | 'B') =>
  ({ ball, lat0, lon0, azimuth, k0, fe, fn }: Values): Forward => {
    const { t, e2 } = onBall(ball);
    const p0 = rad(lat0);
    const b = sqrt(1 + (e2 * cos(p0) ** 4) / (1 - e2));
    const a = (ball.a * b * k0 * sqrt(1 - e2)) / (1 - e2 * sin(p0) ** 2);
    const d = (b * sqrt(1 - e2)) / (cos(p0) * sqrt(1 - e2 * sin(p0) ** 2));
    const root = sqrt(Math.max(0, d * d - 1));
    const f = d + root * Math.sign(p0);
    const h = f * t(p0) ** b;
    const g0 = asin(sin(rad(azimuth)) / d);
    const l0 = rad(lon0) - asin(((f - 1 / f) / 2) * tan(g0)) / b;
    const uc = variant === 'A' ? 0 : (a / b) * atan2(root, cos(rad(azimuth))) * Math.sign(p0);
    const skew = rad(azimuth);
    return (l, p) => {
      const q = h / t(rad(p)) ** b;
      const [s, c, turn] = [(q - 1 / q) / 2, (q + 1 / q) / 2, b * turned(rad(l) - l0)];
      const across = (s * sin(g0) - sin(turn) * cos(g0)) / c;
      const v = (a * log((1 - across) / (1 + across))) / (2 * b);
      const u = (a * atan2(s * cos(g0) + sin(turn) * sin(g0), cos(turn))) / b - uc;
      return [fe + v * cos(skew) + u * sin(skew), fn + u * cos(skew) - v * sin(skew)];
    };
  };

function laea({ ball, lat0, lon0, fe, fn }: Values): Forward {
  const { m, q } = onBall(ball);
  const qp = q(PI / 2);
  const sphere = (p: number) => asin(q(p) / qp);
  const [b0, radius] = [sphere(rad(lat0)), ball.a * sqrt(qp / 2)];
  const d = (ball.a * m(rad(lat0))) / (radius * cos(b0));
  return (l, p) => {
    const [b, turn] = [sphere(rad(p)), turned(rad(l) - rad(lon0))];
    const k = radius * sqrt(2 / (1 + sin(b0) * sin(b) + cos(b0) * cos(b) * cos(turn)));
    return [fe + k * d * cos(b) * sin(turn), fn + (k / d) * (cos(b0) * sin(b) - sin(b0) * cos(b) * cos(turn))];
  };
}

export const formulas = {
  tm,
  lcc2,
  lcc1,
  albers,
  mercatorA: mercatorBy(({ k0 }) => k0),
  mercatorB: mercatorBy(({ ball, lat1 }) => onBall(ball).m(rad(lat1))),
  polarA: polarBy(({ k0 }) => k0),
  polarB: polarBy(polarScale),
  stereo,
  hotineA: hotine('A'),
  hotineB: hotine('B'),
  laea,
} as const satisfies Readonly<Record<string, (values: Values) => Forward>>;
export type FormulaName = keyof typeof formulas;
