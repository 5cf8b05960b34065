import type { Field, Fields } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { leavesOf, type Life } from './life.ts';
import type { Finding } from './life-check.ts';

/** Whether a field is there and may be read; a secret is none. */
const isReadable = (fields: Fields | undefined, key: string): boolean =>
  fields !== undefined && Object.hasOwn(fields, key) && describedKind(fields[key] as Field).storage !== 'secret';

/** What conditions ask of other sections that these do not have; they may have changed since. */
export function relatedFindings(life: Life, fields: Fields, fieldsOf: (section: string) => Fields | undefined): readonly Finding[] {
  return Object.entries(life.conditions).flatMap(([name, condition]) => {
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
}
