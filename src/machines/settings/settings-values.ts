import { configInput, configWire, isSecretType } from '#domain/settings/config-item';
import type { Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { Issue, Issues } from '#domain/base/issue';
import { changedValues } from '#domain/table/record-changes';
import type { SettingItem, SettingsPage } from './settings.vocabulary.ts';

/** A page of settings as it was read, and what has been typed into it. */
interface TypedSettings {
  readonly page: SettingsPage | null;
  readonly values: AnyRecord;
}

export const itemsOf = (page: SettingsPage | null): readonly SettingItem[] => page?.groups.flatMap(({ items }) => items) ?? [];
export const loadedValues = (page: SettingsPage | null): AnyRecord =>
  Object.fromEntries(itemsOf(page).map(({ name, value }) => [name, value]));
export const changedIn = ({ page, values }: TypedSettings): AnyRecord => changedValues(loadedValues(page), values);

export const wireChanges = (context: TypedSettings): AnyRecord =>
  Object.fromEntries(
    Object.entries(changedIn(context)).map(([name, value]) => {
      const item = itemsOf(context.page).find((one) => one.name === name);
      return [name, item ? configWire(item, value) : value];
    }),
  );

export const versionsOf = (context: TypedSettings): Readonly<Record<string, number>> => {
  const changed = changedIn(context);
  const read = itemsOf(context.page).filter(({ name }) => Object.hasOwn(changed, name));
  return Object.fromEntries(read.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version] as const])));
};

/** What a setting is now, where it is a text that can be said; null for lists, records and what nobody may read. */
function sayable({ type, options }: SettingItem, value: unknown): string | null {
  if (isSecretType(type) || type === 'editor' || (typeof value !== 'string' && typeof value !== 'number')) return null;
  const said = options[value] ?? String(value);
  return said === '' || said.length > MOST_SAID ? null : said;
}

/** As long as fits under a field. */
const MOST_SAID = 200;

/**
 * What somebody else has saved since the page was read takes the place of what was read, and is said at its field. What was typed stays, and
 * replaces theirs when it is saved once more.
 */
export function overtaken(context: TypedSettings, failure: Failure): Partial<TypedSettings & { readonly issues: Issues }> {
  const { page } = context;
  const current = failure.kind === 'rejected' ? failure.current : undefined;
  if (!page || !current) return {};
  const issues: Record<string, Issue> = {};
  const values: Record<string, unknown> = { ...context.values };
  const typed = changedIn(context);
  const itemNow = (item: SettingItem): SettingItem => {
    const now = current[item.name];
    if (typeof now !== 'object' || now === null || !('value' in now) || !('version' in now)) return item;
    const value = configInput(item, now.value);
    const said = sayable(item, value);
    if (!Object.hasOwn(typed, item.name)) values[item.name] = value;
    else
      issues[item.name] =
        said === null ? { key: 'settings.page.changedMeanwhile' } : { key: 'settings.page.changedMeanwhileTo', params: { now: said } };
    return { ...item, value, version: Number(now.version) };
  };
  return { page: { ...page, groups: page.groups.map((group) => ({ ...group, items: group.items.map(itemNow) })) }, issues, values };
}

/** What is stored already is no change any more, whatever becomes of the rest; a secret that is stored stands nowhere. */
export function savedInPart({ page, values }: TypedSettings, names: readonly string[]): Partial<TypedSettings> {
  if (!page) return {};
  const itemNow = (item: SettingItem): SettingItem =>
    names.includes(item.name) && !isSecretType(item.type) ? { ...item, value: values[item.name] } : item;
  const now = { ...page, groups: page.groups.map((group) => ({ ...group, items: group.items.map(itemNow) })) };
  const stored = Object.entries(loadedValues(now)).filter(([name]) => names.includes(name));
  return { page: now, values: { ...values, ...Object.fromEntries(stored) } };
}
