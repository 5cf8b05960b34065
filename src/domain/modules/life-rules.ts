import { leavesOf, type Effect } from '../life/life.ts';
import type { Resource } from '../table/resource.ts';
import type { ModuleParts } from './module-parts.ts';

/** The module's own sections by name. */
type Sections = ReadonlyMap<string, Resource>;

const effectsIn = (sections: Sections): readonly { readonly section: Resource; readonly effect: Effect }[] =>
  [...sections.values()].flatMap((section) => Object.values(section.life?.effects ?? {}).map((effect) => ({ section, effect })));

/** Where steps of records mail to: settings by name, and fields as `section.field`. */
export function mailedIn(sections: Sections): { readonly settings: readonly string[]; readonly fields: readonly string[] } {
  const mails = effectsIn(sections).flatMap(({ section, effect }) => ('mail' in effect ? [{ section, to: effect.mail }] : []));
  return {
    settings: [...new Set(mails.flatMap(({ to }) => ('setting' in to ? [to.setting] : [])))],
    fields: [...new Set(mails.flatMap(({ section, to }) => ('field' in to ? [`${section.name}.${to.field}`] : [])))],
  };
}

interface Reached {
  readonly section: string;
  /** A section, or a setting. */
  readonly name: string;
}

/**
 * What lives of a module reach beyond what is its own: they lead on no records of others, count none that the module did not ask to read, and
 * mail to no other settings.
 * @returns the first of it, or null
 */
export function reachedByLives(sections: Sections, reads: readonly string[], { settings }: Pick<ModuleParts, 'settings'>): Reached | null {
  for (const { section, effect } of effectsIn(sections)) {
    const name = reachedBy(section, effect);
    const isOwn =
      name === null || ('mail' in effect ? settings.some((one) => one.name === name && one.rules.includes('email')) : sections.has(name));
    if (!isOwn) return { section: section.name, name };
  }
  for (const { name: section, life } of sections.values())
    for (const leaf of Object.values(life?.conditions ?? {}).flatMap(leavesOf))
      if ('referring' in leaf && !sections.has(leaf.referring) && !reads.includes(leaf.referring)) return { section, name: leaf.referring };
  return null;
}

function reachedBy({ fields }: Resource, effect: Effect): string | null {
  if ('mail' in effect) return 'setting' in effect.mail ? effect.mail.setting : null;
  if (!('send' in effect)) return null;
  if ('referring' in effect.to) return effect.to.referring;
  const field = fields[effect.to.of];
  return field && 'of' in field ? field.of : effect.to.of;
}
