import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The icon of the browser's tab, as an address that holds it: 400 characters. Browsers ask for an icon again whenever the address of a
 * page changes, and each first page changes it once or twice.
 */
export function iconInPage(root: string): string {
  const picture = readFileSync(join(root, 'public/favicon.svg'), 'utf8').trim();
  return `data:image/svg+xml,${picture.replaceAll('"', "'").replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}
