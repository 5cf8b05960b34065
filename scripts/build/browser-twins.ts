import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What stands beside a file of the server that needs the platform below it, and does the same in a browser. */
export const browserTwin = (file: string): string | null => {
  const twin = file.replace(/\.ts$/u, '.browser.ts');
  return file.endsWith('.ts') && existsSync(twin) ? twin : null;
};

/** Takes the twins of a browser in a build whose server runs in one. */
export function browserTwins(): Plugin {
  return {
    name: 'browser-twins',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (importer === undefined || !/^[.#]/u.test(source)) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved && (browserTwin(resolved.id) ?? resolved);
    },
  };
}
