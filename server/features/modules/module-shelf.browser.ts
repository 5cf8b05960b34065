import { bytesOfBase64 } from '../../base/platform/bytes.ts';
import type { ModuleShelf } from './module-shelf.ts';

const INDEX: Readonly<Record<string, string>> = import.meta.glob('../../../modules/dist/index.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const PACKAGES: Readonly<Record<string, string>> = import.meta.glob('../../../modules/dist/*.zip', {
  eager: true,
  query: '?inline',
  import: 'default',
});

/** The same of a build. */
export const readModuleShelf = (): ModuleShelf => ({
  index: Object.values(INDEX)[0] ?? '{"packages":[]}',
  read(file) {
    const [, address] = Object.entries(PACKAGES).find(([path]) => path.endsWith(`/${file}`)) ?? [];
    if (address === undefined) throw new Error('This is no name of a package');
    return bytesOfBase64(address.slice(address.indexOf(',') + 1));
  },
});
