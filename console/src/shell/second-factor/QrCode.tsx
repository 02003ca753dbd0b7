/** A QR code, drawn here: what it says leaves the browser for nobody. */
import { encode } from 'uqr';
import css from './second-factor.module.css';

/** Modules of white around it, as the standard wants (ISO/IEC 18004). */
const QUIET = 4;

export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={css.qr} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} className={css.light} />
      <path d={path} className={css.dark} />
    </svg>
  );
}
