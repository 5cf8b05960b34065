import type { Field, Fields } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { leavesOf, type Life } from './life.ts';
import type { Finding } from './life-check.ts';

/** Whether a field is there and may be read; a secret is none. */
const isReadable = (fields: Fields | undefined, key: string): boolean =>
  fields !== undefined && Object.hasOwn(fields, key) && describedKind(fields[key] as Field).storage !== 'secret';

/** What conditions and effects ask of other sections that these do not have; they may have changed since. */
export function relatedFindings(life: Life, fields: Fields, fieldsOf: (section: string) => Fields | undefined): readonly Finding[] {
  const sends = Object.entries(life.effects).flatMap(([name, effect]): readonly Finding[] => {
    if (!('send' in effect) || !('referring' in effect.to)) return [];
    const { referring, by } = effect.to;
    return isReadable(fieldsOf(referring), by) ? [] : [{ level: 'error', at: `effects.${name}`, what: 'relatedUnknown', name: by }];
  });
  const asked = Object.entries(life.conditions).flatMap(([name, condition]) => {
    const missing = (key: string): Finding => ({ level: 'error', at: `conditions.${name}`, what: 'relatedUnknown', name: key });
    return leavesOf(condition).flatMap((leaf) => {
      if ('of' in leaf) {
        const relation = Object.hasOwn(fields, leaf.of) ? fields[leaf.of] : undefined;
        const target = relation && 'of' in relation ? fieldsOf(relation.of) : undefined;
        return isReadable(target, leaf.its) ? [] : [missing(leaf.its)];
      }
      return 'referring' in leaf && !isReadable(fieldsOf(leaf.referring), leaf.by) ? [missing(leaf.by)] : [];
    });
  });
  return [...asked, ...sends];
}
