/** Headers of every reply; `withHeaders` says why not Hono's `secureHeaders` sets them. Source: security.md rule 19. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** Origins of the cloud store that a page may post to, and show files from. */
export interface CloudOrigins {
  readonly post: string;
  readonly show: string;
}

/** Origins that a page may load from beside its own. */
export interface OutsideOrigins {
  readonly cloud: CloudOrigins | null;
  /** Of the style sheets that the site wants, and of their fonts. */
  readonly styles: readonly string[];
  /** Of further pictures, sounds and films. */
  readonly media?: readonly string[];
}

/** Style attributes are allowed because the component library sets sizes through them; style elements need the nonce. Menu rules may show any web page in a frame. */
export const contentSecurityPolicy = (nonce: string, { cloud, styles, media = [] }: OutsideOrigins): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    ['style-src', "'self'", `'nonce-${nonce}'`, ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob: https:", ...(cloud ? [cloud.show] : []), ...media].join(' '),
    ["media-src 'self' https:", ...(cloud ? [cloud.show] : []), ...media].join(' '),
    `connect-src 'self'${cloud ? ` ${cloud.post}` : ''}`,
    ['font-src', "'self'", 'data:', ...styles].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' http: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');

/** For replies that are data: nothing in them may ever run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For files that people have stored: nothing in them runs, even when one is opened by itself. */
export const FILE_POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** For the script of a worker, which answers to its own policy and not to the page's: it may run WebAssembly and reach nothing else. */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
