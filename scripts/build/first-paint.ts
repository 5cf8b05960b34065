import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PLACEHOLDER = '/* first paint */';

/** Puts the styles of the first paint into the pages that name them. @param more what else stands in a page, by its placeholder */
export const firstPaint = (root: string, more: Readonly<Record<string, string>> = {}): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const styles = readFileSync(join(root, 'src/ui/app/first-paint.css'), 'utf8').replace(/^\/\*.*\*\/\n/u, '');
      return Object.entries({ ...more, [PLACEHOLDER]: styles }).reduce((page, [name, text]) => page.replaceAll(name, () => text), html);
    },
  },
});
