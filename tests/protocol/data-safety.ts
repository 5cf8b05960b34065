import * as z from 'zod';
import { accepted, fact, idOf, NotKnown, refused, type Exchange, type Expected, type Known } from './exchange.ts';
import { bareKey, page, row, rowsOf } from './shapes.ts';
import type { Spelling } from './spelling.ts';

type Item = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- rows of any server

const BIN_RULES = 'security.DataRecycle';
const BIN = 'security.DataRecycleLog';
const WATCH_RULES = 'security.SensitiveData';
const LOG = 'security.SensitiveDataLog';
const GROUPS = 'user.Group';
/** No shipped rule is about it. */
const COVERED = 'user/group';
const TITLE = 'Title of the kit';

/** What becomes of records that are deleted, and of fields that are watched: rules, entries and the ways back. */
export const dataSafety = (spelling: Spelling): readonly Exchange[] => [...recycling(spelling), ...watching(spelling)];

const at = (spelling: Spelling, controller: string, action: string): string => `/admin/${spelling.controller(controller)}/${action}`;

const get = (title: string, source: string, path: (known: Known) => string, reply: Exchange['reply']): Exchange => ({
  title,
  source,
  call: (known) => ({ method: 'GET', path: path(known) }),
  reply,
});

const post = (
  title: string,
  source: string,
  path: string,
  body: (known: Known) => Item,
  reply: Exchange['reply'] = accepted(),
): Exchange => ({
  title,
  source,
  call: (known) => ({ method: 'POST', path, body: body(known) }),
  reply,
});

const removed = (spelling: Spelling, title: string, controller: string, name: string): Exchange => ({
  title,
  source: '§4.7',
  call: (known) => ({ method: 'DELETE', path: `${at(spelling, controller, 'del')}?ids[]=${idOf(known, name)}` }),
  reply: accepted(),
  learn: (_, known) => {
    const gone = known.written.findIndex((one) => one.controller === controller && one.id === idOf(known, name));
    if (gone >= 0) known.written.splice(gone, 1);
  },
});

const quickly = ({ quickSearch }: Spelling, text: string): string => `${quickSearch}=${encodeURIComponent(text)}`;

/** Conditions of parts of texts, by their fields. */
const searched = (parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts)
    .flatMap(([field, val], index) => Object.entries({ field, val, operator: 'LIKE' }).map(([key, value]) => [index, key, value] as const))
    .map(([index, key, value]) => `search[${index}][${key}]=${encodeURIComponent(value).replaceAll('%20', '+')}`)
    .join('&');

/** One of the records that a list tells of, kept by its id. */
const found = (
  title: string,
  source: string,
  path: (known: Known) => string,
  item: z.ZodType,
  { name, is, controller }: { readonly name: string; readonly is: (one: Item, known: Known) => boolean; readonly controller?: string },
): Exchange => ({
  title,
  source,
  call: (known) => ({ method: 'GET', path: path(known) }),
  reply: (known) =>
    accepted(
      page(item).refine((reply) => (reply as { list: readonly Item[] }).list.some((one) => is(one, known)), {
        message: 'the record must be in the list',
      }),
    ),
  learn: ({ list }: { readonly list: readonly Item[] }, known) => {
    const id = list.find((one) => is(one, known))?.['id'];
    if (id === undefined) throw new NotKnown(name);
    known.facts.set(name, id);
    if (controller) known.written.push({ controller, id });
  },
});

const empty = accepted(z.looseObject({ list: z.array(z.unknown()).max(0), total: z.literal(0) }));

/** The name of the controller as the server offers it. */
const offeredOf = (controllers: Item): string => {
  const offered = Object.keys(controllers).find((one) => one.replace(/\.php$/u, '').toLowerCase() === COVERED);
  if (offered === undefined) throw new NotKnown('controller');
  return offered;
};

const choices = ({ dialect }: Spelling): Expected => {
  const names = z.record(z.string(), z.string());
  return accepted(z.looseObject({ controllers: names, ...(dialect === 'v1' && { tables: names }) }));
};

function recycling(spelling: Spelling): readonly Exchange[] {
  const rows = rowsOf(spelling);
  const rule = ({ marker, facts }: Known) => ({
    name: `${marker} rule`,
    controller: facts.get('covered'),
    data_table: 'user_group',
    primary_key: 'id',
    ...(spelling.dialect === 'v2' && { connection: '' }),
    status: '1',
  });
  const entry = (title: string, name: string): Exchange =>
    found(title, '§5.15', () => `${at(spelling, BIN, 'index')}?limit=8&order=id,desc`, rows.deleted, {
      name,
      is: ({ data }, { marker, facts }) => String(data).includes(marker) && (facts.get('entry') !== undefined) === (name !== 'entry'),
    });
  return [
    get('rules of the recycle bin are listed', '§5.14', () => at(spelling, BIN_RULES, 'index'), accepted(page(rows.recycleRule))),
    {
      ...get('a rule of the bin chooses its controller', '§5.14', () => at(spelling, BIN_RULES, 'add'), choices(spelling)),
      learn: ({ controllers }: { readonly controllers: Item }, known) => void known.facts.set('covered', offeredOf(controllers)),
    },
    post('a rule of the bin is added', '§5.14', at(spelling, BIN_RULES, 'add'), (known) => ({
      ...rule(known),
      controller: fact(known, 'covered'),
    })),
    post('a second rule for the same controller is refused', '§5.14', at(spelling, BIN_RULES, 'add'), rule, refused),
    post('a rule without a name is refused', '§5.14', at(spelling, BIN_RULES, 'add'), (known) => ({ ...rule(known), name: '' }), refused),
    found(
      'a rule is found by its name, and names its controller in small letters',
      '§5.14',
      ({ marker }) => `${at(spelling, BIN_RULES, 'index')}?${quickly(spelling, marker)}`,
      rows.recycleRule.and(
        // The older dialect knows one database, and has no name for it.
        row({ controller_as: z.literal(COVERED), ...(spelling.dialect === 'v2' && { connection: z.literal('') }) }),
      ),
      { name: 'binRule', is: ({ name }, { marker }) => name === `${marker} rule`, controller: BIN_RULES },
    ),
    get(
      'a rule is read for its form',
      '§5.14',
      (known) => `${at(spelling, BIN_RULES, 'edit')}?id=${idOf(known, 'binRule')}`,
      ({ marker }) =>
        accepted(z.looseObject({ row: row({ name: z.literal(`${marker} rule`), status: z.literal('1'), data_table: z.string() }) })),
    ),
    post('a record to delete is added', '§5.8', at(spelling, GROUPS, 'add'), ({ marker }) => ({ name: marker, status: '1', rules: [] })),
    ...thrown(spelling, 'a record that a rule covers is deleted'),
    entry('what was deleted is in the bin, with its rule and who deleted it', 'entry'),
    get(
      'the bin is searched by its rule',
      '§5.15',
      ({ marker }) =>
        `${at(spelling, BIN, 'index')}?${searched({ 'recycle.name': `${marker} rule`, 'recycle.controller_as': COVERED, data_table: 'group' })}`,
      accepted(z.looseObject({ list: z.array(rows.deleted).nonempty() })),
    ),
    get(
      'the bin is searched by a text of its rule',
      '§5.15',
      ({ marker }) => `${at(spelling, BIN, 'index')}?${quickly(spelling, `${marker} rule`)}`,
      accepted(z.looseObject({ list: z.array(rows.deleted).nonempty() })),
    ),
    get(
      'a rule that there is not has nothing in the bin',
      '§5.15',
      () => `${at(spelling, BIN, 'index')}?${quickly(spelling, 'no one has this')}`,
      empty,
    ),
    get(
      'the bin is searched by what it holds',
      '§5.15',
      ({ marker }) => `${at(spelling, BIN, 'index')}?${searched({ data: marker })}`,
      accepted(z.looseObject({ list: z.array(rows.deleted).nonempty() })),
    ),
    get(
      'the bin has nothing of a table that there is not',
      '§5.15',
      () => `${at(spelling, BIN, 'index')}?${searched({ data_table: 'no table is called so' })}`,
      empty,
    ),
    get(
      'the bin tells what a record was, as an object',
      '§5.15',
      (known) => `${at(spelling, BIN, 'info')}?id=${idOf(known, 'entry')}`,
      ({ marker }) => accepted(z.looseObject({ row: rows.entry.and(row({ data: row({ name: z.literal(marker) }) })) })),
    ),
    post('a deleted record is restored', '§5.15', at(spelling, BIN, 'restore'), (known) => ({ ids: [idOf(known, 'entry')] })),
    found(
      'a restored record is back under its id',
      '§5.15',
      ({ marker }) => `${at(spelling, GROUPS, 'index')}?${quickly(spelling, marker)}`,
      rows.memberGroup,
      { name: 'restored', is: ({ id }, known) => id === known.facts.get('deleted'), controller: GROUPS },
    ),
    post(
      'a record that was restored is not restored again',
      '§5.15',
      at(spelling, BIN, 'restore'),
      (known) => ({ ids: [idOf(known, 'entry')] }),
      refused,
    ),
    removed(spelling, 'what was restored is deleted again', GROUPS, 'restored'),
    entry('it is in the bin again', 'again'),
    removed(spelling, 'what is in the bin is deleted from it', BIN, 'again'),
    get('what is gone from the bin is not told', '§5.15', (known) => `${at(spelling, BIN, 'info')}?id=${idOf(known, 'again')}`, refused),
    removed(spelling, 'a rule of the bin is deleted', BIN_RULES, 'binRule'),
  ];
}

/** Finds the record that carries the marker, and deletes it. */
const thrown = (spelling: Spelling, title: string): readonly Exchange[] => [
  found(
    'it is found',
    '§4.1',
    ({ marker }) => `${at(spelling, GROUPS, 'index')}?${quickly(spelling, marker)}`,
    rowsOf(spelling).memberGroup,
    { name: 'deleted', is: ({ name }, { marker }) => name === marker, controller: GROUPS },
  ),
  removed(spelling, title, GROUPS, 'deleted'),
];

function watching(spelling: Spelling): readonly Exchange[] {
  const rows = rowsOf(spelling);
  const rule = ({ marker, facts }: Known) => ({
    name: `${marker} rule`,
    controller: facts.get('watched'),
    data_table: 'user_group',
    primary_key: 'id',
    ...(spelling.dialect === 'v2' && { connection: '' }),
    status: '1',
    fields: [{ name: 'name', value: TITLE }],
    data_fields: ['name'],
  });
  const named = (title: string, name: (known: Known) => string): Exchange =>
    get(
      title,
      '§5.17',
      (known) => `${at(spelling, GROUPS, 'edit')}?id=${idOf(known, 'watchedRecord')}`,
      (known) => accepted(z.looseObject({ row: row({ name: z.literal(name(known)) }) })),
    );
  return [
    get(
      'rules of watched fields are listed, with titles of fields',
      '§5.16',
      () => at(spelling, WATCH_RULES, 'index'),
      accepted(page(rows.watchRule)),
    ),
    {
      ...get('a rule of watched fields chooses its controller', '§5.16', () => at(spelling, WATCH_RULES, 'add'), choices(spelling)),
      learn: ({ controllers }: { readonly controllers: Item }, known) => void known.facts.set('watched', offeredOf(controllers)),
    },
    post('a rule of watched fields is added', '§5.16', at(spelling, WATCH_RULES, 'add'), (known) => ({
      ...rule(known),
      controller: fact(known, 'watched'),
    })),
    post('a second rule for the same fields is refused', '§5.16', at(spelling, WATCH_RULES, 'add'), rule, refused),
    post(
      'a rule that watches nothing is refused',
      '§5.16',
      at(spelling, WATCH_RULES, 'add'),
      (known) => ({ ...rule(known), fields: [], data_fields: [] }),
      refused,
    ),
    found(
      'a rule of watched fields is found by its controller',
      '§5.16',
      () => `${at(spelling, WATCH_RULES, 'index')}?${quickly(spelling, 'user/Group')}`,
      rows.watchRule.and(row({ controller_as: z.literal(COVERED), data_fields: z.tuple([z.literal(TITLE)]) })),
      { name: 'watchRule', is: ({ name }, { marker }) => name === `${marker} rule`, controller: WATCH_RULES },
    ),
    get(
      'a form of watched fields gets columns with their titles',
      '§5.16',
      (known) => `${at(spelling, WATCH_RULES, 'edit')}?id=${idOf(known, 'watchRule')}`,
      accepted(
        z.looseObject({
          row: row({ data_fields: z.strictObject({ name: z.literal(TITLE) }), primary_key: z.literal('id') }),
          controllers: z.record(z.string(), z.string()),
        }),
      ),
    ),
    post('a record to watch is added', '§5.8', at(spelling, GROUPS, 'add'), ({ marker }) => ({ name: marker, status: '1', rules: [] })),
    found('it is found', '§4.1', ({ marker }) => `${at(spelling, GROUPS, 'index')}?${quickly(spelling, marker)}`, rows.memberGroup, {
      name: 'watchedRecord',
      is: ({ name }, { marker }) => name === marker,
      controller: GROUPS,
    }),
    post('a watched field is changed', '§5.16', at(spelling, GROUPS, 'edit'), (known) => ({
      id: idOf(known, 'watchedRecord'),
      name: `${known.marker} changed`,
      status: '1',
      rules: [],
    })),
    found(
      'a change of a watched field is listed, with its key as text',
      '§5.17',
      () => `${at(spelling, LOG, 'index')}?limit=8&order=id,desc`,
      rows.watched,
      {
        name: 'change',
        is: ({ id_value: key, after }, known) => key === `id=${idOf(known, 'watchedRecord')}` && after === `${known.marker} changed`,
      },
    ),
    get(
      'the log is searched by its rule',
      '§5.17',
      ({ marker }) => `${at(spelling, LOG, 'index')}?${quickly(spelling, `${marker} rule`)}`,
      accepted(z.looseObject({ list: z.array(rows.watched).length(1) })),
    ),
    get(
      'the log is searched by titles, keys and values',
      '§5.17',
      (known) =>
        `${at(spelling, LOG, 'index')}?${searched({ data_comment: TITLE, before: known.marker, after: 'changed', id_value: String(idOf(known, 'watchedRecord')), 'sensitive.controller_as': COVERED })}`,
      accepted(z.looseObject({ list: z.array(rows.watched).length(1) })),
    ),
    get(
      'the log has nothing of a table that there is not',
      '§5.17',
      () => `${at(spelling, LOG, 'index')}?${searched({ data_table: 'no table is called so' })}`,
      empty,
    ),
    get(
      'a change of a watched field is told with its bare key and both values',
      '§5.17',
      (known) => `${at(spelling, LOG, 'info')}?id=${idOf(known, 'change')}`,
      (known) =>
        accepted(
          z.looseObject({
            row: rows.change.and(
              row({
                id_value: bareKey(spelling).refine((key) => key === idOf(known, 'watchedRecord'), 'must be the key of the record'),
                before: z.literal(known.marker),
                after: z.literal(`${known.marker} changed`),
              }),
            ),
          }),
        ),
    ),
    post('a watched field is rolled back', '§5.17', at(spelling, LOG, 'rollback'), (known) => ({ ids: [idOf(known, 'change')] })),
    named('a field that was rolled back has the value it had', ({ marker }) => marker),
    post(
      'a change that was rolled back is not rolled back again',
      '§5.17',
      at(spelling, LOG, 'rollback'),
      (known) => ({ ids: [idOf(known, 'change')] }),
      refused,
    ),
    removed(spelling, 'a rule of watched fields is deleted', WATCH_RULES, 'watchRule'),
    removed(spelling, 'the record that was watched is deleted', GROUPS, 'watchedRecord'),
  ];
}
