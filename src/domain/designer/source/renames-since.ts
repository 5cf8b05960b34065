import { wireNameOf, type Field } from '../../fields/field.ts';
import type { Renames, SectionDesign } from '../section-design.ts';

type Fields = SectionDesign['declaration']['fields'];
type Names = Readonly<Record<string, string>>;

const byColumn = (fields: Fields): ReadonlyMap<string, Field> =>
  new Map(Object.entries(fields).map(([key, field]) => [wireNameOf(key, field), field]));
const optionsOf = (field: Field | undefined): ReadonlySet<string> =>
  new Set(field && 'options' in field && Array.isArray(field.options) ? (field.options as readonly string[]) : []);

/** What a folder was written from. */
interface Folder {
  readonly design: Pick<SectionDesign, 'declaration'>;
  /** What was done to names then: between those that ran, and the folder's own. */
  readonly renames: Renames;
}

interface Drawing {
  readonly design: Pick<SectionDesign, 'declaration'>;
  /** Between the names that run, or ran when drawing began, and those of the drawing. */
  readonly renames: Renames;
}

/**
 * What was done to names since a folder was written. A drawing tells what was done to those that ran when it began, of which some, or all, may
 * stand in the folder by now: a step of its table can begin with no other names than the folder's.
 * @param running fields of the program as it runs
 */
export function renamesSince({ design: from, renames: before }: Folder, { design: to, renames }: Drawing, running: Fields): Renames {
  const [written, drawn, ran] = [from, to].map(({ declaration }) => byColumn(declaration.fields)).concat(byColumn(running));
  const isWritten = (name: string) => written?.has(name) === true;
  // Written, not started yet, and called as before again.
  const taken = Object.entries(before.columns)
    .filter(([old, own]) => !(old in renames.columns) && !isWritten(old) && ran?.has(old) && drawn?.has(old) && !drawn.has(own))
    .map(([old, own]) => [own, old] as const);
  const columns = Object.fromEntries(
    [...Object.entries(since(renames.columns, before.columns, isWritten)), ...taken].filter(([own]) => isWritten(own)),
  );
  const formerOf = (column: string) => Object.entries(columns).find(([, now]) => now === column)?.[0] ?? column;
  const options = Object.entries(renames.options).map(([column, names]) => {
    const former = formerOf(column);
    const known = optionsOf(written?.get(former));
    return [column, since(names, before.options[former] ?? {}, (name) => known.has(name))] as const;
  });
  return { columns, options: Object.fromEntries(options.filter(([, names]) => Object.keys(names).length > 0)) };
}

/** From the names of what was written to those that are drawn. */
function since(drawn: Names, written: Names, isWritten: (name: string) => boolean): Names {
  const moved = Object.entries(drawn).map(([old, now]) => [isWritten(old) ? old : (written[old] ?? old), now] as const);
  return Object.fromEntries(moved.filter(([from, now]) => from !== now && isWritten(from)));
}
