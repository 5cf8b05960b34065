import type { Field, Fields } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { leavesOf, type Life, type SendEffect } from './life.ts';
import type { Finding } from './life-check.ts';
import { optionFindings } from './option-check.ts';
import { relatedSection } from './related-section.ts';

/** Whether a field is there and may be read; a secret is none. */
const isReadable = (fields: Fields | undefined, key: string): boolean =>
  fields !== undefined && Object.hasOwn(fields, key) && describedKind(fields[key] as Field).storage !== 'secret';

/** Another section, or the own one; without its life where it has none. */
interface Related {
  readonly fields: Fields;
  readonly life?: Life;
}

/** The events of a section's life; undefined where nobody knows of one. */
export type LifeOf = (section: string) => Pick<Life, 'events'> | undefined;

/** What conditions and effects ask of other sections, and of the fields of the own one, that these do not have; they may have changed since. */
export function relatedFindings(life: Life, fields: Fields, sectionOf: (section: string) => Related | undefined): readonly Finding[] {
  const fieldsOf = (section: string): Fields | undefined => sectionOf(section)?.fields;
  const sends = Object.entries(life.effects).flatMap(([name, effect]): readonly Finding[] => {
    if (!('send' in effect)) return [];
    if ('referring' in effect.to && !isReadable(fieldsOf(effect.to.referring), effect.to.by))
      return [{ level: 'error', at: `effects.${name}`, what: 'relatedUnknown', name: effect.to.by }];
    return sentFinding(fields, name, effect, (section) => sectionOf(section)?.life);
  });
  const asked = Object.entries(life.conditions).flatMap(([name, condition]) => {
    const missing = (key: string): Finding => ({ level: 'error', at: `conditions.${name}`, what: 'relatedUnknown', name: key });
    return leavesOf(condition).flatMap((leaf) => {
      if ('of' in leaf) {
        return isReadable(fieldsOf(relatedSection(fields, leaf.of)), leaf.its) ? [] : [missing(leaf.its)];
      }
      return 'referring' in leaf && !isReadable(fieldsOf(leaf.referring), leaf.by) ? [missing(leaf.by)] : [];
    });
  });
  return [...asked, ...sends, ...optionFindings(life, fields, fieldsOf)];
}

/** The events that effects send and that the sections they are sent to do not take from a step. */
export const sentFindings = (life: Pick<Life, 'effects'>, fields: Fields, lifeOf: LifeOf): readonly Finding[] =>
  Object.entries(life.effects).flatMap(([name, effect]) => ('send' in effect ? sentFinding(fields, name, effect, lifeOf) : []));

function sentFinding(fields: Fields, name: string, { send, to }: SendEffect, lifeOf: LifeOf): readonly Finding[] {
  const other = lifeOf(sentTo(to, fields));
  return !other || isSent(other, send) ? [] : [{ level: 'error', at: `effects.${name}`, what: 'sentUnknown', name: send }];
}

/** The section whose records an effect leads on; '' where a field names none. */
export const sentTo = (to: SendEffect['to'], fields: Fields): string => ('referring' in to ? to.referring : relatedSection(fields, to.of));

/** Only what no person sends is sent by a step. */
const isSent = ({ events }: Pick<Life, 'events'>, event: string): boolean =>
  Object.hasOwn(events, event) && events[event]?.right === 'none';
