import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const FOLDERS = ['server', 'src', 'locales', 'help', 'modules', 'scripts'];
const FILES = ['package.json', 'CHANGELOG.md'];

/** A version of Troupe that differs from this one. */
export interface OtherVersion {
  /** The part of its pages that no other version has. */
  readonly part: string;
  /** A statement that widens the tables, where there is one. */
  readonly statement?: string;
  /** What stands otherwise in files of its source. */
  readonly edits?: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

export interface ProgramCopy {
  /** To be started instead of `server/main.ts`. */
  readonly entry: string;
  /** The address of its own part of the pages. */
  readonly part: string;
  remove(): void;
}

/** The whole program in a folder of its own, with pages of its own: two of them are as different as two releases. */
export function copyProgram({ part, statement, edits = [] }: OtherVersion): ProgramCopy {
  const root = mkdtempSync(join(tmpdir(), 'troupe-version-'));
  for (const name of [...FOLDERS, ...FILES]) cpSync(name, join(root, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const address = `/assets/${part}-00000000.js`;
  mkdirSync(join(root, 'dist/assets'), { recursive: true });
  writeFileSync(join(root, 'dist/index.html'), `<!doctype html><title>Troupe</title><script type="module" src="${address}"></script>`);
  writeFileSync(join(root, 'dist', address), `export const part = '${part}';`);
  if (statement !== undefined) addStep(root, statement);
  for (const { file, from, to } of edits) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
    writeFileSync(join(root, file), text.replace(from, to));
  }
  return { entry: join(root, 'server/main.ts'), part: address, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function addStep(root: string, statement: string): void {
  writeFileSync(
    join(root, 'server/db/migrations/9999-of-the-next-version.ts'),
    `import { sql } from 'kysely';\nexport const next = { up: async (db) => void (await sql.raw(${JSON.stringify(statement)}).execute(db)) };\n`,
  );
  const list = join(root, 'server/db/own-migrations.ts');
  const text = readFileSync(list, 'utf8')
    .replace(/^import /u, "import { next } from './migrations/9999-of-the-next-version.ts';\nimport ")
    .replace(/^\};$/mu, "  '9999-of-the-next-version': next,\n};");
  writeFileSync(list, text);
}
