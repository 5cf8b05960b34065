import { NO_RENAMES, type Renames, type SectionDesign } from '../designer/section-design.ts';
import { wireNameOf } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';

/** What options of versions before have become, by field and by option: they may have another name, or have gone into another option. */
export type Became = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const NO_BECAME: Became = {};

const optionsOf = ({ declaration }: SectionDesign, key: string): readonly string[] => {
  const field = Object.hasOwn(declaration.fields, key) ? declaration.fields[key] : undefined;
  // A list of options is no option: records would have to be taken apart.
  return field && 'options' in field && describedKind(field).storage !== 'list' && !('multiple' in field) ? field.options : [];
};

/** An option that is said to have become another and is still there, or another that is not there. */
export function unfitBecame(design: SectionDesign, became: Became): { readonly field: string; readonly option: string } | null {
  for (const [field, options] of Object.entries(became)) {
    const now = optionsOf(design, field);
    const unfit = Object.entries(options).find(([from, to]) => now.includes(from) || !now.includes(to));
    if (unfit) return { field, option: unfit[0] };
  }
  return null;
}

/** Records whose option goes into one that was there before, too. */
export interface Merge {
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

/**
 * What is to be done to the records of a section that is brought to another version: the first of several options that become one takes its
 * place under its name, where nothing was called so before; the others go into it.
 */
export function becomingOf(
  former: SectionDesign,
  design: SectionDesign,
  became: Became,
): { readonly merges: readonly Merge[]; readonly renames: Renames } {
  const merges: Merge[] = [];
  const renamed: Record<string, Record<string, string>> = {};
  for (const [key, options] of Object.entries(became)) {
    const [before, now] = [optionsOf(former, key), optionsOf(design, key)];
    // Records are merged in the table as it was.
    const column = wireNameOf(key, former.declaration.fields[key]);
    const first = new Map<string, string>();
    for (const from of before) {
      const to = Object.hasOwn(options, from) ? options[from] : undefined;
      if (to === undefined || now.includes(from)) continue;
      const holder = before.includes(to) ? to : first.get(to);
      if (holder === undefined) {
        first.set(to, from);
        renamed[column] = { ...renamed[column], [from]: to };
      } else merges.push({ column, from, to: holder });
    }
  }
  return { merges, renames: Object.keys(renamed).length === 0 ? NO_RENAMES : { ...NO_RENAMES, options: renamed } };
}
