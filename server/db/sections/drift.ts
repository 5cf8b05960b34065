import type { Catalogue, CatalogueColumn } from './catalogue.ts';

/** One thing that stands otherwise in the database than the last publishing left it; null where there is none. */
export interface Difference {
  readonly what: 'column' | 'constraint' | 'index' | 'trigger';
  readonly name: string;
  readonly expected: string | null;
  readonly found: string | null;
}

const saidOf = ({ type, isNullable, default: value, isIdentity, isGenerated }: CatalogueColumn): string =>
  [
    type,
    isNullable ? '' : 'not null',
    value === null ? '' : `${isGenerated ? 'generated' : 'default'} ${value}`,
    isIdentity ? 'identity' : '',
  ]
    .filter(Boolean)
    .join(' ');

type Named = ReadonlyMap<string, string>;

const compared = (what: Difference['what'], expected: Named, found: Named): readonly Difference[] =>
  [...new Set([...expected.keys(), ...found.keys()])].flatMap((name) => {
    const [wanted = null, there = null] = [expected.get(name), found.get(name)];
    return wanted === there ? [] : [{ what, name, expected: wanted, found: there }];
  });

const columns = (of: Catalogue | null): Named => new Map(of?.columns.map((column) => [column.name, saidOf(column)]));
const objects = (of: readonly { readonly name: string; readonly definition: string }[] | undefined): Named =>
  new Map(of?.map(({ name, definition }) => [name, definition]));

/** What somebody changed by hand. @param found null where the table is gone */
export function differencesOf(expected: Catalogue, found: Catalogue | null): readonly Difference[] {
  return [
    ...compared('column', columns(expected), columns(found)),
    ...compared('constraint', objects(expected.constraints), objects(found?.constraints)),
    ...compared('index', objects(expected.indexes), objects(found?.indexes)),
    ...compared('trigger', objects(expected.triggers), objects(found?.triggers)),
  ];
}
