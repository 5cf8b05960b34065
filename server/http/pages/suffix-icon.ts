import { SUFFIX_ICON_PATH } from '#api/contract/files/upload';
import { keyOfPath } from '../../routing/call-path.ts';
import { FILE_POLICY } from './security-headers.ts';

/** Paths of calls, in lower case, that answer the picture; either area's, and it needs nobody to be signed in. */
export const SUFFIX_ICON_CALLS: ReadonlySet<string> = new Set([SUFFIX_ICON_PATH, '/admin/ajax/buildSuffixSvg'].map(keyOfPath));

const NAMED_COLORS: ReadonlySet<string> = new Set(
  'black,silver,gray,white,maroon,red,purple,fuchsia,green,lime,olive,yellow,navy,blue,teal,aqua,orange,brown,pink,gold,cyan,magenta,indigo,violet,tomato,coral,salmon,crimson,orchid,plum,khaki,tan'.split(
    ',',
  ),
);
const SUFFIX_LENGTH = 4;

/** Four letters or digits at most; everything else is left out, so that nothing of the address can become markup. */
const shownSuffix = (suffix: string): string =>
  suffix
    .replace(/[^a-z0-9]/giu, '')
    .slice(0, SUFFIX_LENGTH)
    .toUpperCase() || 'FILE';

function colorOf(background: string, suffix: string): string {
  const wanted = background.trim().toLowerCase();
  if (/^#(?:[\da-f]{3}|[\da-f]{6})$/u.test(wanted) || NAMED_COLORS.has(wanted)) return wanted;
  // Dark enough for white letters whatever the hue.
  const hue = Array.from(suffix).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `hsl(${hue},55%,40%)`;
}

/** The picture that stands for a file that is none: a sheet with the suffix on a band. Source: wire protocol §5.1; readings 7.14. */
export function suffixIconReply(request: Request, url: URL): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
  const suffix = shownSuffix(url.searchParams.get('suffix') ?? '');
  const color = colorOf(url.searchParams.get('background') ?? '', suffix);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${suffix}"><path d="M12 2h28l14 14v42a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4z" fill="#eef0f3"/><path d="M40 2l14 14H44a4 4 0 0 1-4-4z" fill="#c9ced6"/><rect x="4" y="34" width="52" height="18" rx="3" fill="${color}"/><text x="30" y="47.5" font-family="Arial,Helvetica,sans-serif" font-size="13" font-weight="700" text-anchor="middle" fill="#fff">${suffix}</text></svg>`;
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': FILE_POLICY,
      'cache-control': 'private, max-age=86400',
    },
  });
}
