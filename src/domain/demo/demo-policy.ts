/**
 * What the pages and workers of a product may do that runs in a browser alone: scripts and WebAssembly of their own, and no word to anybody else.
 * It stands in the page itself, and goes with every file where a host lets it.
 */
export const DEMO_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // The component library sets sizes and colours by style elements of its own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self' data:",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');
