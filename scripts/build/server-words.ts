import type { Plugin } from 'vite';

const SECTION_TEXTS = /\/src\/sections\/[^/]+\/(?:zh-cn|en)\.json$/u;

/** Leaves out of the client what only the server says: names of records that came with the program reach a page as they are read. */
export const serverWords = (): Plugin => ({
  name: 'troupe-server-words',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  enforce: 'pre',
  transform(code, id) {
    if (!SECTION_TEXTS.test(id)) return null;
    const { shipped: _, ...texts } = JSON.parse(code) as Readonly<Record<string, unknown>>;
    return { code: JSON.stringify(texts), map: null };
  },
});
