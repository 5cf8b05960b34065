import { hashNow } from '../../base/platform/hash-now.ts';

const hashOf = (text: string): string => `'sha256-${hashNow(text, 'base64')}'`;

/**
 * What a document may load: its own parts, and pictures. The one script and the styles that stand in it are named by their hashes, so that
 * a page is the same for everybody and can be kept. Source: security.md rule 19.
 */
export const documentPolicy = (inline: { readonly script: string; readonly styles: string }, media: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashOf(inline.script)}`,
    `style-src 'self' ${hashOf(inline.styles)}`,
    ["img-src 'self' data: https:", ...media].join(' '),
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
