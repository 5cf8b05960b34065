import { mapRows, rowIn, type Dialect } from '#api/contract/base/dialect';
import { parseFieldData } from '#api/contract/designer/existing-tables';
import { listLogs, logStart } from '#api/contract/designer/wire-generator';
import { olderField } from '#domain/designer/wire/older-words';
import { readConfig, type WireConfigItem } from '#api/contract/settings/config';
import type { Endpoint, OutputOf } from '#api/contract/base/endpoint';
import { adminInit, type WireRule } from '#api/contract/session/session';
import { OWN_COMPONENTS } from '../../db/seed/shipped-rules.ts';
import { DEFAULT_AVATAR } from '#domain/session/default-avatar';
import type { IncomingCall } from '../../routing/call.ts';

type Row = Readonly<Record<string, unknown>>;
type Translation = (data: never, dialect: Dialect | null) => unknown;

/** A row as stock clients read it: addresses of files with their host, and a picture for whoever has chosen none. */
function completeRow(row: Row, host: string): Row {
  const address = row['full_url'];
  return {
    ...row,
    ...(typeof address === 'string' && /^\/(?!\/)/u.test(address) && { full_url: `//${host}${address}` }),
    ...(row['avatar'] === '' && { avatar: DEFAULT_AVATAR }),
  };
}

/** The page of the menu rules by the name, path and file that the older dialect's client has for it. Source: wire protocol §7.6. */
const olderName = (name: string): string => name.replace(/^auth\/rule(?=\/|$)/u, 'auth/menu');
const olderRule = (rule: WireRule): WireRule => ({
  ...rule,
  name: olderName(rule.name),
  path: olderName(rule.path),
  component: rule.component.replace('/backend/auth/rule/', '/backend/auth/menu/'),
  keepalive: typeof rule.keepalive === 'string' ? olderName(rule.keepalive) : rule.keepalive,
});

/**
 * Entries that a stock client can open. Of our own pages it has no file: such an entry is left out, unless the rule names another file,
 * which whoever has built a page for it does.
 */
const openable = (rules: readonly WireRule[], dialect: Dialect | null): WireRule[] =>
  rules.flatMap((rule) => {
    if (OWN_COMPONENTS.has(rule.component)) return [];
    const entry = dialect === 'v1' ? olderRule(rule) : rule;
    if (!rule.children) return [entry];
    const children = openable(rule.children, dialect);
    return rule.type === 'menu_dir' && children.length === 0 ? [] : [{ ...entry, children }];
  });

function translateStart(start: OutputOf<typeof adminInit>, dialect: Dialect | null): OutputOf<typeof adminInit> {
  const { siteConfig, menus } = start;
  const urls = dialect === 'v1' ? siteConfig.urls.map(olderName) : siteConfig.urls;
  return { ...start, menus: openable(menus, dialect), siteConfig: { ...siteConfig, urls } };
}

/** The older client goes to the path of a quick link, the newer one to the rule's name. Source: wire protocol §5.13. */
function translateSettings(settings: OutputOf<typeof readConfig>, dialect: Dialect | null): OutputOf<typeof readConfig> {
  if (dialect !== 'v1') return settings;
  const quickEntrance = settings.quickEntrance.map(({ key, value }) => ({ key, value: `/admin/${olderName(value)}` }));
  const itemOf = (item: WireConfigItem): WireConfigItem =>
    item.name === 'config_quick_entrance' ? { ...item, value: quickEntrance } : item;
  const list = Object.fromEntries(
    Object.entries(settings.list).map(([name, group]) => [name, { ...group, list: group.list.map(itemOf) }] as const),
  );
  return { ...settings, list, quickEntrance };
}

type Fields = Readonly<Record<string, Row>>;
const olderFields = (fields: readonly Row[]): Row[] => fields.map(olderField);

/** What the older client fills its designer with. Source: wire protocol §5.18. */
const translateColumns = (reply: { readonly columns: Fields }, dialect: Dialect | null): unknown =>
  dialect === 'v1'
    ? { ...reply, columns: Object.fromEntries(Object.entries(reply.columns).map(([name, column]) => [name, olderField(column)])) }
    : reply;
const translateDesign = (reply: { readonly fields: readonly Row[] }, dialect: Dialect | null): unknown =>
  dialect === 'v1' ? { ...reply, fields: olderFields(reply.fields) } : reply;
const translateLogs = (reply: { readonly list: readonly { readonly fields: readonly Row[] }[] }, dialect: Dialect | null): unknown =>
  dialect === 'v1' ? { ...reply, list: reply.list.map((log) => ({ ...log, fields: olderFields(log.fields) })) } : reply;

const TRANSLATIONS: ReadonlyMap<Endpoint, Translation> = new Map<Endpoint, Translation>([
  [adminInit, translateStart],
  [readConfig, translateSettings],
  [parseFieldData, translateColumns],
  [logStart, translateDesign],
  [listLogs, translateLogs],
]);

/** The output of an endpoint as its sender reads it; only stock clients want it otherwise than it is. Source: wire protocol §0.1, §6.4, §6.6. */
export function stockReply(data: unknown, endpoint: Endpoint, { sender, url }: Pick<IncomingCall, 'sender' | 'url'>): unknown {
  if (!sender.isStock) return data;
  const { dialect } = sender;
  const translation = TRANSLATIONS.get(endpoint);
  const translated = translation ? translation(data as never, dialect) : data;
  return mapRows(translated, (row) => completeRow(rowIn(row, dialect ?? 'v2'), url.host));
}
