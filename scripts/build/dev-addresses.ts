/** What the server answers while pages are developed: calls, files, and the pages that it draws with what these name. */
export const SERVED: readonly string[] = [
  '/api',
  '/storage',
  '/health',
  '^/(?:en/?)?(?:\\?.*)?$',
  '^/(?:en/)?(?:goods|notices|pages|help)(?:[/?].*)?$',
  '^/(?:en/)?p/.*$',
  '^/assets/(?:documents-|styles-)',
  '^/(?:robots\\.txt|sitemap\\.xml|sitemap/.*|manifest\\.webmanifest|\\.well-known/.*)$',
];

/** What the server reads at its start, and is started anew for. */
export const WATCHED: readonly string[] = ['server', 'src/api/contract', 'src/domain', 'src/sections', 'locales', 'help'];
