import { isInForm } from '../fields/field.ts';
import { pagePathOf, type Resource } from '../table/resource.ts';
import { checkStateOf, type TreeOption } from './rule-tree.ts';

/** A right without which another one leads to a form that can never be saved. */
export interface NeededRight {
  /** The page on which something may be added or edited. */
  readonly page: TreeOption;
  /** The page that its form chooses from. */
  readonly other: TreeOption;
  /** The right to see that; null where it is not among what can be given here. */
  readonly right: TreeOption | null;
}

/** What is lacking beside the chosen rights: whoever adds or edits chooses records for each required field, and has to see these. */
export function neededRights(
  options: readonly TreeOption[],
  chosen: readonly string[],
  resources: readonly Pick<Resource, 'name' | 'controller' | 'fields'>[],
): readonly NeededRight[] {
  if (chosen.length === 0 || chosen.includes('*')) return [];
  const byName = new Map(options.flatMap((option) => (option.name === undefined ? [] : [[option.name.toLowerCase(), option] as const])));
  const of = (path: string, action = ''): TreeOption | undefined => byName.get(`${path}${action}`.toLowerCase());
  const isGiven = (option: TreeOption | undefined): boolean => option !== undefined && checkStateOf(options, chosen, option.id) === 'all';
  return resources.flatMap((resource) => {
    const path = pagePathOf(resource);
    const page = of(path);
    if (!page || !['/add', '/edit'].some((action) => isGiven(of(path, action)))) return [];
    const names = Object.values(resource.fields).flatMap((field) =>
      isInForm(field) && field.required === true && 'of' in field && field.of !== resource.name ? [field.of] : [],
    );
    return [...new Set(names)].flatMap((name) => {
      const chosenFrom = resources.find((one) => one.name === name);
      const other = chosenFrom && of(pagePathOf(chosenFrom));
      if (!chosenFrom || !other) return [];
      const right = of(pagePathOf(chosenFrom), '/index') ?? null;
      return isGiven(right ?? undefined) ? [] : [{ page, other, right }];
    });
  });
}

/** Whether a page is this branch, or somewhere below it. */
export const isInBranch = (options: readonly TreeOption[], id: number, branch: number): boolean => {
  if (id === branch) return true;
  const parentId = options.find((option) => option.id === id)?.parentId ?? null;
  return parentId !== null && isInBranch(options, parentId, branch);
};
