import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../modules/dist', import.meta.url));

/** The packages that come with the program. What its list says of them is part of the program, and trusted as that is. */
export interface ModuleShelf {
  /** The text of `index.json`. */
  readonly index: string;
  /** @param file a name that the index gives */
  read(file: string): Uint8Array<ArrayBuffer>;
}

export function readModuleShelf(): ModuleShelf {
  const list = join(ROOT, 'index.json');
  return {
    index: existsSync(list) ? readFileSync(list, 'utf8') : '{"packages":[]}',
    read(file) {
      if (!/^[a-z0-9]+-[0-9A-Za-z.+-]+\.zip$/u.test(file)) throw new Error('This is no name of a package');
      return Uint8Array.from(readFileSync(join(ROOT, file)));
    },
  };
}
