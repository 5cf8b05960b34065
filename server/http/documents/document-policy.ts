import { hash } from 'node:crypto';

/**
 * What a document may load: its own parts, and pictures. The one script that stands in it is named by its hash, so that a page is the
 * same for everybody and can be kept. Source: security.md rule 19.
 */
export const documentPolicy = (inlineScript: string, media: readonly string[] = []): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash('sha256', inlineScript, 'base64')}'`,
    "style-src 'self'",
    ["img-src 'self' data: https:", ...media].join(' '),
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
