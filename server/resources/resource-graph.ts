import type { Field } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';

/** Of the administrators' own groups, whoever is no super administrator leaves some out of what they offer others. */
const OWN_RULE = 'ownGroups';

/** The resource whose records a field names. */
const targetOf = (field: Field): string | undefined => ('of' in field ? field.of : undefined);

/** Resources with a field that names records of one of these; themselves apart. */
export const referrersTo = (names: ReadonlySet<string>, all: readonly Resource[]): readonly string[] =>
  all
    .filter(({ name }) => !names.has(name))
    .filter(({ fields }) => Object.values(fields).some((field) => names.has(targetOf(field) ?? '')))
    .map(({ name }) => name);

/**
 * Whether what the fields say of each other's resources is true: the one they name is there, and has what they show or leave out of it.
 * @throws Error naming the first field that is wrong
 */
export function checkGraph(all: readonly Resource[]): void {
  const byName = new Map(all.map((resource) => [resource.name, resource]));
  for (const { name, fields } of all) {
    for (const [key, field] of Object.entries(fields)) {
      const wanted = targetOf(field);
      if (wanted === undefined) continue;
      const target = byName.get(wanted);
      if (!target) throw new Error(`${name}.${key} names ${wanted}, and there is no such resource`);
      const missing = shownBy(field).find((shown) => !isReadable(target.fields[shown]));
      if (missing !== undefined) throw new Error(`${name}.${key} shows ${missing}, which ${wanted} does not have`);
      if ('leavesOut' in field && target.dataLimit?.rule !== OWN_RULE)
        throw new Error(`${name}.${key} leaves out one's own of ${wanted}, of which nobody has any`);
    }
  }
}

const shownBy = (field: Field): readonly string[] => ('shows' in field ? (field.shows ?? []) : []);
const isReadable = (field: Field | undefined): boolean => field !== undefined && describedKind(field).storage !== 'secret';
