import type { Field, Fields } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { leavesOf, type Life, type SendEffect } from './life.ts';
import type { Finding } from './life-check.ts';

/** Whether a field is there and may be read; a secret is none. */
const isReadable = (fields: Fields | undefined, key: string): boolean =>
  fields !== undefined && Object.hasOwn(fields, key) && describedKind(fields[key] as Field).storage !== 'secret';

/** Another section, or the own one: without its life where nobody knows that, as in browsers. */
interface Related {
  readonly fields: Fields;
  readonly life?: Life;
}

/** What conditions and effects ask of other sections that these do not have; they may have changed since. */
export function relatedFindings(life: Life, fields: Fields, sectionOf: (section: string) => Related | undefined): readonly Finding[] {
  const fieldsOf = (section: string): Fields | undefined => sectionOf(section)?.fields;
  const sends = Object.entries(life.effects).flatMap(([name, effect]): readonly Finding[] => {
    if (!('send' in effect)) return [];
    const at = `effects.${name}`;
    if ('referring' in effect.to && !isReadable(fieldsOf(effect.to.referring), effect.to.by))
      return [{ level: 'error', at, what: 'relatedUnknown', name: effect.to.by }];
    const other = sectionOf(sentTo(effect.to, fields))?.life;
    return !other || isSent(other, effect.send) ? [] : [{ level: 'error', at, what: 'sentUnknown', name: effect.send }];
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

const sentTo = (to: SendEffect['to'], fields: Fields): string => {
  if ('referring' in to) return to.referring;
  const field = Object.hasOwn(fields, to.of) ? fields[to.of] : undefined;
  return field && 'of' in field ? field.of : '';
};

/** Only what no person sends is sent by a step. */
const isSent = ({ events }: Life, event: string): boolean => Object.hasOwn(events, event) && events[event]?.right === 'none';
