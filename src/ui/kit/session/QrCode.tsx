import { encode } from 'uqr';
import classes from './two-factor.module.css';

/** A QR code, dark on light in both schemes, since not every app reads the other way round. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, and no file
    <svg className={classes.qr} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
