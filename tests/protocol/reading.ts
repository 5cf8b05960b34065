import * as z from 'zod';
import { accepted, refused, type Exchange } from './exchange.ts';
import { page, row, rowsOf, settings, tree } from './shapes.ts';
import type { Spelling } from './spelling.ts';

type Item = Readonly<Record<string, unknown>>;

const get = (title: string, source: string, path: string, data?: z.ZodType): Exchange => ({
  title,
  source,
  call: () => ({ method: 'GET', path }),
  reply: accepted(data),
});

const sortedBy = (name: string, item: z.ZodType) =>
  page(item).refine((reply) => isFalling((reply as { list: readonly Item[] }).list.map((one) => Number(one[name]))), {
    message: `the rows must fall by ${name}`,
  });

const search = (field: string, val: string, operator: string, render?: string): string =>
  Object.entries({ field, val, operator, ...(render && { render }) })
    .map(([key, value]) => `search[0][${key}]=${encodeURIComponent(value).replaceAll('%20', '+')}`)
    .join('&');

/** Lists, trees, remote selects and single pages. */
export function reading(spelling: Spelling): readonly Exchange[] {
  const rows = rowsOf(spelling);
  const { createTime, lastUploadTime, quickSearch, menuRules } = spelling;
  const at = (name: string): string => `/admin/${spelling.controller(name)}`;
  return [
    get('administrators are listed, the newest first', '§5.3', `${at('auth.Admin')}/index`, sortedBy('id', rows.admin)),
    get(
      'the form of an administrator has an empty password',
      '§5.3',
      `${at('auth.Admin')}/edit?id=1`,
      z.looseObject({ row: row({ id: z.literal(1), password: z.literal('') }) }),
    ),
    get('groups of administrators are a tree', '§5.4', `${at('auth.Group')}/index`, tree(rows.adminGroup)),
    get('menu rules are a tree', '§5.6', `/admin/${menuRules.controller}/index`, tree(rows.adminRule)),
    get('the log is listed', '§5.5', `${at('auth.AdminLog')}/index`, page(rows.adminLog)),
    get('members are listed', '§5.7', `${at('user.User')}/index`, page(rows.member)),
    get('groups of members are listed, the newest first', '§5.8', `${at('user.Group')}/index`, sortedBy('id', rows.memberGroup)),
    {
      ...get('member rules are a tree', '§5.9', `${at('user.Rule')}/index`, tree(rows.memberRule)),
      learn: ({ list }, known) => void known.facts.set('lineOfRules', lineOf(list)),
    },
    get('the balance log is listed', '§5.10', `${at('user.MoneyLog')}/index`, page(rows.moneyLog)),
    get('the score log is listed', '§5.10', `${at('user.ScoreLog')}/index`, page(rows.scoreLog)),
    get('attachments are listed', '§5.12', `${at('routine.Attachment')}/index`, page(rows.attachment)),
    get('settings are read by their groups', '§5.13', `${at('routine.Config')}/index`, settings),
    get(
      'the own profile is read',
      '§5.11',
      '/admin/routine.AdminInfo/index',
      z.looseObject({ info: row({ id: z.number(), username: z.string(), avatar: z.string(), [spelling.lastLoginTime]: z.string() }) }),
    ),
    get('a list is sorted by a time', '§4.1', `${at('auth.AdminLog')}/index?order=${createTime},desc`, sortedBy(createTime, rows.adminLog)),
    get(
      'attachments are sorted by their last upload',
      '§5.12',
      `${at('routine.Attachment')}/index?limit=8&order=${lastUploadTime},desc`,
      sortedBy(lastUploadTime, rows.attachment),
    ),
    get(
      'a list is searched by a span of time',
      '§4.2',
      `${at('auth.Admin')}/index?${search(createTime, '2001-01-01 00:00:00,2001-01-02 00:00:00', 'RANGE', 'datetime')}`,
      empty,
    ),
    get('a list is searched by a value', '§4.2', `${at('auth.Admin')}/index?${search('status', '1', spelling.equals)}`, some(rows.admin)),
    get(
      'a list is searched by a part of a text',
      '§4.2',
      `${at('auth.Admin')}/index?${search('username', 'no one has this', 'LIKE')}`,
      empty,
    ),
    get(
      'a list is searched by a joined record',
      '§4.3',
      `${at('user.User')}/index?${search('group.name', 'no one has this', 'LIKE')}`,
      empty,
    ),
    get(
      'attachments are searched by who stored them',
      '§5.12',
      `${at('routine.Attachment')}/index?${search('admin.nickname', 'no one has this', 'LIKE')}`,
      empty,
    ),
    get('free text finds nothing where nothing is', '§4.1', `${at('auth.Admin')}/index?${quickSearch}=no+one+has+this`, empty),
    get(
      'a page holds no more rows than asked for',
      '§4.1',
      `${at('auth.AdminLog')}/index?page=1&limit=1`,
      z.looseObject({ list: z.array(z.unknown()).max(1) }),
    ),
    get(
      'a remote select gets its records',
      '§4.5',
      `${at('user.Group')}/index?page=1&initKey=id&initValue=&uuid=_8261&isTree=true&select=true&${quickSearch}=`,
      z.looseObject({ list: z.array(row({ id: z.number(), name: z.string() })).optional(), options: z.array(z.unknown()).optional() }),
    ),
    get(
      'a remote select of a tree gets options',
      '§4.6',
      `${at('auth.Group')}/index?isTree=true&absoluteAuth=0&select=true&${quickSearch}=`,
      z.looseObject({ options: z.array(row({ id: z.number(), name: z.string() })) }),
    ),
    {
      title: 'an unknown cache is refused',
      source: '§5.1',
      call: () => ({ method: 'POST', path: '/admin/ajax/clearCache', body: { type: 'none' } }),
      reply: refused,
    },
    get(
      'areas are offered level by level',
      '§5.1',
      '/admin/ajax/area?uuid=_1',
      z.array(z.looseObject({ value: z.number(), label: z.string() })),
    ),
    get(
      'the key of a table is told',
      '§5.1',
      '/admin/ajax/getTablePk?table=admin_log',
      z.looseObject({ pk: z.union([z.string(), z.array(z.string())]) }),
    ),
    get(
      'the columns of a table are told',
      '§5.1',
      '/admin/ajax/getTableFieldList?table=admin_log&clean=1',
      z.looseObject({ pk: z.string(), fieldList: z.looseObject({ id: z.string(), url: z.string() }) }),
    ),
    ...(spelling.dialect === 'v2'
      ? [
          get(
            'tables are offered',
            '§5.1',
            '/admin/ajax/getTableList',
            z.looseObject({ list: z.array(z.looseObject({ table: z.string(), comment: z.string() })).nonempty() }),
          ),
          get(
            'database connections are offered',
            '§5.1',
            '/admin/ajax/getDatabaseConnectionList',
            z.looseObject({ list: z.array(z.looseObject({ type: z.string(), database: z.string(), key: z.string() })).nonempty() }),
          ),
        ]
      : []),
    {
      title: 'a suffix has its icon',
      source: '§5.1',
      call: (known) => ({ method: 'GET', path: `/admin/ajax/buildSuffixSvg?batoken=${known.token ?? ''}&suffix=zip&server=1` }),
      reply: { kind: 'file', type: /^image\/svg\+xml/u },
    },
    {
      title: 'a command that does not exist ends in an error of the stream',
      source: '§5.20',
      call: (known) => ({
        method: 'GET',
        path: `/admin/${spelling.terminal}?command=none.at-all&uuid=9f1c2d3e-0000-4000-8000-000000000001&extend=&batoken=${known.token ?? ''}&server=1`,
      }),
      reply: { kind: 'stream', ends: 'command-exec-error' },
    },
    {
      title: 'an unknown call is not found',
      source: '§1.3',
      call: () => ({ method: 'GET', path: `${at('auth.Nobody')}/index` }),
      reply: { kind: 'status', status: 404 },
    },
  ];
}

/** Ids from the first root down to the first rule that has nothing below it. */
const lineOf = ([first]: readonly Item[]): readonly number[] =>
  first ? [Number(first['id']), ...lineOf((first['children'] ?? []) as readonly Item[])] : [];
const isFalling = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value <= (values[index - 1] as number));
const empty = z.looseObject({ list: z.array(z.unknown()).max(0), total: z.literal(0) });
const some = (item: z.ZodType): z.ZodType => z.looseObject({ list: z.array(item).nonempty() });
