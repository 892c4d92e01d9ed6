import type { SymbolRule } from './queries.ts';

type Shape = SymbolRule['shapes'][number];

const onCircle = (cx: number, cy: number, r: number, degrees: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${cx + r * Math.cos(angle)} ${cy + r * Math.sin(angle)}`;
};

/** A shape as a path: unit square, y down. */
function pathOf({ line, polyline, closed, circle, arc }: Shape): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = line ?? circle ?? arc ?? [];
  if (line) return `M${a} ${b}L${c} ${d}`;
  if (polyline) return `M${polyline.map((point) => point.join(' ')).join('L')}${closed ? 'Z' : ''}`;
  if (circle) return `M${a - c} ${b}a${c} ${c} 0 1 0 ${2 * c} 0a${c} ${c} 0 1 0 ${-2 * c} 0`;
  const long = Math.abs(e - d) > 180 ? 1 : 0;
  return `M${onCircle(a, b, c, d)}A${c} ${c} 0 ${long} ${e > d ? 1 : 0} ${onCircle(a, b, c, e)}`;
}

/** What a symbol looks like; where pipes reach it there are dots. */
export const SymbolPicture = ({ symbol, size }: { readonly symbol: SymbolRule; readonly size: number }) => (
  <svg width={size} height={size} viewBox="-0.65 -0.65 1.3 1.3" role="img" aria-label={`Picture of ${symbol.name}`}>
    <path
      d={symbol.shapes.map(pathOf).join('')}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
    {symbol.ports.map(([x = 0, y = 0]) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r={0.05} fill="var(--accent)" />
    ))}
  </svg>
);
