import type { Life } from '../../life/life.ts';
import type { Resource } from '../../table/resource.ts';
import { entryText, typeImportText, type Literal } from './literal.ts';

/** The text of `<name>.life.ts`, which the server joins to the declaration beside it. Words of events stand with them. */
export function lifeText({ name }: Pick<Resource, 'name'>, life: Life): string {
  const parts = Object.entries(life as unknown as Readonly<Record<string, Literal | undefined>>).flatMap(([key, value]) =>
    value === undefined ? [] : [`  ${entryText(key, value, '  ')},`],
  );
  return [typeImportText('Life', '#domain/life/life'), '', `export const ${name}Life: Life = {`, ...parts, '};', ''].join('\n');
}
