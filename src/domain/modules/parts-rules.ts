import { isInForm, type Field, type Fields } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { Resource } from '../table/resource.ts';
import { mailedIn, reachedByLives } from './life-rules.ts';
import type { ModuleManifest } from './module-manifest.ts';
import type { ModulePage, ModuleParts, PublicRead, PublicWrite, TextFields } from './module-parts.ts';

export interface PartsFault {
  readonly fault: string;
  readonly params: Readonly<Record<string, string | number>>;
}

interface Parts {
  readonly manifest: Pick<ModuleManifest, 'uid' | 'asks'>;
  readonly parts: ModuleParts;
  /** The module's own sections by name. */
  readonly sections: ReadonlyMap<string, Resource>;
}

const fault = (name: string, params: PartsFault['params']): PartsFault => ({ fault: name, params });

/** What tells who somebody is, or opens something of theirs: public only where it was agreed to by itself. */
const PERSONAL: ReadonlySet<string> = new Set(['mobile', 'email', 'idNumber']);

/** Kinds that a form of the site has an input for. */
export const FORM_KINDS: ReadonlySet<string> = new Set([
  'string',
  'textarea',
  'email',
  'mobile',
  'select',
  'radio',
  'integer',
  'switch',
  'date',
]);

/** Whether a field is one of a kind, in words of its storage. */
const isStored = (field: Field | undefined, ...storages: readonly string[]): boolean =>
  field !== undefined && storages.includes(describedKind(field).storage);

/**
 * What a module brings beside its sections, held against them and against what it asked for.
 * @returns the first fault, or null
 */
export function partsFault(given: Parts): PartsFault | null {
  return settingsFault(given) ?? readsFault(given) ?? writesFault(given) ?? pagesFault(given) ?? livesFault(given) ?? askedFault(given);
}

function livesFault({ manifest: { asks }, parts, sections }: Parts): PartsFault | null {
  const reached = reachedByLives(sections, asks.reads, parts);
  return reached && fault('lifeReaches', { ...reached });
}

function settingsFault({ manifest: { uid }, parts: { settings } }: Parts): PartsFault | null {
  const names = new Set<string>();
  for (const { name, type, options, initial } of settings) {
    if (!name.startsWith(`${uid}_`)) return fault('foreignSetting', { name, prefix: `${uid}_` });
    if (names.has(name)) return fault('settingTwice', { name });
    names.add(name);
    if ((type === 'select') !== (options !== undefined)) return fault('settingOptions', { name });
    if (options && !Object.hasOwn(options, initial)) return fault('settingOptions', { name });
  }
  return null;
}

function readsFault({ manifest: { asks }, parts: { read }, sections }: Parts): PartsFault | null {
  for (const [name, rule] of Object.entries(read)) {
    const section = sections.get(name);
    if (!section) return fault('partSection', { name });
    const unfit = readFault(section.fields, rule);
    if (unfit !== null) return fault('partField', { section: name, field: unfit });
    const personal = rule.fields.find((key) => PERSONAL.has(section.fields[key]?.kind ?? '') && !asks.personal.includes(`${name}.${key}`));
    if (personal !== undefined) return fault('unaskedPersonal', { field: `${name}.${personal}` });
  }
  return null;
}

/** @returns the field that is not there or cannot be what it is named for */
function readFault(fields: Fields, { fields: keys, where, from, until, order }: PublicRead): string | null {
  const isReadable = (key: string): boolean => fields[key] !== undefined && !isStored(fields[key], 'secret');
  for (const key of keys) if (!isReadable(key) || fields[key]?.kind === 'password') return key;
  for (const [key, values] of Object.entries(where)) {
    const field = fields[key];
    const options: readonly string[] = field?.kind === 'switch' ? ['0', '1'] : field && 'options' in field ? field.options : [];
    if (!isStored(field, 'text', 'switch') || values.some((value) => !options.includes(value))) return key;
  }
  for (const key of [from, until]) if (key !== undefined && !isStored(fields[key], 'seconds')) return key;
  // What is not read is not told by the order either.
  for (const { field: key } of order)
    if (!isReadable(key) || (!keys.includes(key) && !isStored(fields[key], 'seconds', 'integer', 'switch'))) return key;
  return null;
}

function writesFault({ parts: { write, settings, pages }, sections }: Parts): PartsFault | null {
  for (const [name, rule] of Object.entries(write)) {
    const section = sections.get(name);
    // Whose such a record would be nobody could say.
    if (!section || section.dataLimit) return fault('partSection', { name });
    const owners = pages.flatMap((page) => (page.template === 'form' && page.section === name && page.of ? [page.of.field] : []));
    const unfit = writeFault(section.fields, rule, owners);
    if (unfit !== null) return fault('partField', { section: name, field: unfit });
    const address = rule.mailTo.find((one) => !settings.some((setting) => setting.name === one && setting.rules.includes('email')));
    if (address !== undefined) return fault('partMail', { name: address });
  }
  return null;
}

function writeFault(fields: Fields, { fields: keys, set }: PublicWrite, owners: readonly string[]): string | null {
  for (const key of keys) {
    const field = fields[key];
    if (!field || !isInForm(field) || !(FORM_KINDS.has(field.kind) || owners.includes(key))) return key;
  }
  for (const [key, value] of Object.entries(set)) {
    const field = fields[key];
    const options: readonly string[] = field?.kind === 'switch' ? ['0', '1'] : field && 'options' in field ? field.options : [];
    if (keys.includes(key) || !options.includes(value)) return key;
  }
  const isGiven = (key: string): boolean => keys.includes(key) || Object.hasOwn(set, key);
  const missing = Object.entries(fields).find(([key, field]) => {
    const initial = 'initial' in field ? field.initial : undefined;
    return isInForm(field) && field.required === true && !isGiven(key) && initial === undefined && !('options' in field);
  });
  return missing?.[0] ?? null;
}

function pagesFault({ parts, sections }: Parts): PartsFault | null {
  const byName = new Map<string, ModulePage>();
  for (const page of parts.pages) byName.set(page.name, page);
  for (const page of parts.pages) {
    if (page.name === 'assets') return fault('pageName', { name: page.name });
    const unfit = page.template === 'form' ? formFault(page, parts, sections) : readPageFault(page, parts, sections);
    if (unfit !== null) return fault('pageField', { name: page.name, field: unfit });
    const [other, template] = page.template === 'list' ? ([page.opens, 'article'] as const) : ([page.list, 'list'] as const);
    const found = other === undefined ? undefined : byName.get(other);
    const isForm = page.template === 'list' && found?.template === 'form';
    if (other !== undefined && found?.template !== template && !isForm) return fault('pageOther', { name: page.name, other });
    if (page.nav !== undefined && (page.template === 'article' || !isNav(page.nav, parts))) return fault('pageNav', { name: page.name });
  }
  return null;
}

const isNav = (nav: string, { settings }: ModuleParts): boolean =>
  nav === 'always' || settings.some(({ name, type }) => name === nav && type === 'switch');

const keysOf = (...texts: readonly (TextFields | undefined)[]): readonly string[] =>
  texts.flatMap((text) => (text ? [text.zh, ...(text.en === undefined ? [] : [text.en])] : []));

/** Whether all keys may be read of a section, the texts among them as texts. */
function unread(
  name: string,
  { read }: ModuleParts,
  sections: Parts['sections'],
  keys: readonly string[],
  texts: readonly string[],
): string | null {
  const fields = sections.get(name)?.fields;
  const rule = read[name];
  if (!fields || !rule) return name;
  return (
    keys.find((key) => !rule.fields.includes(key)) ??
    texts.find((key) => !rule.fields.includes(key) || !isStored(fields[key], 'text')) ??
    null
  );
}

function readPageFault(page: Exclude<ModulePage, { template: 'form' }>, parts: ModuleParts, sections: Parts['sections']): string | null {
  const { section, item } = page;
  const by = page.template === 'list' ? page.by : undefined;
  const address = page.template === 'list' ? page.item.address : undefined;
  // A record leads to one place.
  if (page.template === 'list' && address !== undefined && (page.opens !== undefined || page.look === 'folds')) return address;
  const named = [
    ...(item.day === undefined ? [] : [item.day]),
    ...(item.picture === undefined ? [] : [item.picture]),
    ...(by ? [by.field] : []),
  ];
  const own = unread(section, parts, sections, named, [...keysOf(item.title, item.text), ...(address === undefined ? [] : [address])]);
  if (own !== null) return own;
  const fields = sections.get(section)?.fields ?? {};
  if (item.day !== undefined && !isStored(fields[item.day], 'seconds')) return item.day;
  if (item.picture !== undefined && fields[item.picture]?.kind !== 'image') return item.picture;
  if (!by) return null;
  const field = fields[by.field];
  if (field?.kind !== 'remoteSelect' || !('of' in field)) return by.field;
  return unread(field.of, parts, sections, [], keysOf(by.title));
}

function formFault(
  { section, of }: Extract<ModulePage, { template: 'form' }>,
  parts: ModuleParts,
  sections: Parts['sections'],
): string | null {
  const rule = parts.write[section];
  if (!rule) return section;
  if (!of) return null;
  const field = sections.get(section)?.fields[of.field];
  if (!rule.fields.includes(of.field) || field?.kind !== 'remoteSelect' || !('of' in field)) return of.field;
  return unread(field.of, parts, sections, [], keysOf(of.title, of.intro));
}

/** What is used has to be asked for, and what is asked for is used: whoever agrees knows what they agree to. */
function askedFault({ manifest: { asks }, parts: { read, write, pages }, sections }: Parts): PartsFault | null {
  const mailed = mailedIn(sections);
  const personal = asks.personal.filter(
    (name) => !Object.entries(read).some(([section, { fields }]) => fields.some((key) => name === `${section}.${key}`)),
  );
  if (personal.length > 0) return fault('askUnused', { ask: 'personal', name: personal[0] ?? '' });
  const used = {
    publicRead: Object.keys(read),
    publicWrite: Object.keys(write),
    pages: pages.map(({ name }) => name),
    mailTo: [...new Set([...Object.values(write).flatMap(({ mailTo }) => mailTo), ...mailed.settings])],
    mailPeople: mailed.fields,
  } as const;
  for (const [ask, names] of Object.entries(used) as readonly [keyof typeof used, readonly string[]][]) {
    const unasked = names.find((name) => !asks[ask].includes(name));
    if (unasked !== undefined) return fault('unaskedPart', { ask, name: unasked });
    const unused = asks[ask].find((name) => !names.includes(name));
    if (unused !== undefined) return fault('askUnused', { ask, name: unused });
  }
  return null;
}
