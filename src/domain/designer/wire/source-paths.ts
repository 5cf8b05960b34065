import { capitalised } from '../section-names.ts';
import { folderNameOf, resourceNameOf } from '../../table/section-folder.ts';
import type { WireTable } from '../wire-design.ts';

/** Where the source of a section lies that was taken out of the designer, in the words of clients that generate files. */
export type SourcePaths = Pick<WireTable, 'modelFile' | 'controllerFile' | 'validateFile' | 'webViewsDir'>;

/** The declaration says what a controller and a validator say elsewhere; the table's steps what a model does. */
export function sourcePathsOf(name: string): SourcePaths {
  const folder = folderNameOf(name);
  const path = `src/sections/${folder}`;
  const declaration = `${path}/${folder}.resource.ts`;
  return { modelFile: `${path}/${folder}.migration.ts`, controllerFile: declaration, validateFile: declaration, webViewsDir: path };
}

/** The section of one of these paths; nothing where it is none. */
export function sectionOfPath(path: string): string | undefined {
  const folder = /^src\/sections\/([a-z][a-z0-9-]*)(?:\/|$)/u.exec(path)?.[1];
  return folder === undefined ? undefined : resourceNameOf(folder);
}

const camel = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? '');
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `shop/ticket`, `shop.ticket` or `shop_ticket` → `shop.Ticket`: each part but the last is a directory. */
export function controllerOfPath(path: string): string {
  const parts = path
    .split(/[/._]+/u)
    .map(camel)
    .filter(Boolean);
  return parts.map((part, index) => (index > 0 && index === parts.length - 1 ? capitalised(part) : lowerFirst(part))).join('.');
}

/** The controller of a file of another server: `app/admin/controller/shop/Ticket.php` → `shop.Ticket`. */
export function controllerOfFile(path: string): string | undefined {
  const found = /^\/?app\/admin\/controller\/((?:[A-Za-z0-9_]+\/)*[A-Za-z0-9_]+)\.php$/u.exec(path)?.[1];
  return found === undefined ? undefined : controllerOfPath(found.replaceAll('_', '-'));
}
