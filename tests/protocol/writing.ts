import * as z from 'zod';
import { accepted, fact, idOf, refused, type Exchange, type Known } from './exchange.ts';
import { page, row, rowsOf } from './shapes.ts';
import type { Spelling } from './spelling.ts';

type Item = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- rows of any server

/** A picture of one point. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Adds, changes, drags and deletes records whose names carry the marker of the run; nothing else is touched. */
export function writing(spelling: Spelling): readonly Exchange[] {
  return [...groupOfMembers(spelling), ...rulesOfMembers(spelling), ...file(spelling)];
}

const post = (title: string, source: string, path: string, body: (known: Known) => Item, reply = accepted()): Exchange => ({
  title,
  source,
  call: (known) => ({ method: 'POST', path, body: body(known) }),
  reply,
});

/** Finds what was added under a name, and keeps its id. */
const found = (
  spelling: Spelling,
  {
    controller,
    name,
    column,
    title,
  }: { readonly controller: string; readonly name: string; readonly column: string; readonly title: string },
): Exchange => ({
  title,
  source: '§4.1',
  call: ({ marker }) => ({
    method: 'GET',
    path: `/admin/${spelling.controller(controller)}/index?${spelling.quickSearch}=${marker}&isTree=0`,
  }),
  reply: accepted(z.looseObject({ list: z.array(row({ id: z.number() })).nonempty() })),
  learn: ({ list }: { readonly list: readonly Item[] }, known) => {
    for (const one of list.filter((each) => String(each[column]).startsWith(known.marker))) {
      known.facts.set(String(one[column]).replace(known.marker, name), one['id']);
      if (!known.written.some(({ id }) => id === one['id'])) known.written.push({ controller, id: one['id'] });
    }
  },
});

const removed = (spelling: Spelling, controller: string, names: readonly string[]): readonly Exchange[] => {
  const path = (known: Known) =>
    `/admin/${spelling.controller(controller)}/del?${names.map((name) => `ids[]=${idOf(known, name)}`).join('&')}`;
  return [
    {
      title: `what was added to ${controller} is deleted`,
      source: '§4.7',
      call: (known) => ({ method: 'DELETE', path: path(known) }),
      reply: accepted(),
      learn: (_, known) =>
        void known.written.splice(0, known.written.length, ...known.written.filter((one) => one.controller !== controller)),
    },
    {
      title: `what is deleted from ${controller} is not deleted again`,
      source: '§4.7',
      call: (known) => ({ method: 'DELETE', path: path(known) }),
      reply: refused,
    },
  ];
};

/** A rule and all above it: what a form posts that has the rule checked. */
const lineOfRules = (known: Known): readonly number[] => fact(known, 'lineOfRules') as readonly number[];

function groupOfMembers(spelling: Spelling): readonly Exchange[] {
  const at = `/admin/${spelling.controller('user.Group')}`;
  const read = (title: string, shape: z.ZodRawShape): Exchange => ({
    title,
    source: '§4',
    call: (known) => ({ method: 'GET', path: `${at}/edit?id=${idOf(known, 'group')}` }),
    reply: accepted(z.looseObject({ row: row(shape) })),
  });
  return [
    post('a group of members is added', '§5.8', `${at}/add`, (known) => ({ name: known.marker, status: '1', rules: lineOfRules(known) })),
    found(spelling, { controller: 'user.Group', name: 'group', column: 'name', title: 'what was added is found by its name' }),
    {
      title: 'a group names of its rules the lowest alone',
      source: '§5.8',
      call: (known) => ({ method: 'GET', path: `${at}/edit?id=${idOf(known, 'group')}` }),
      reply: (known) => {
        const lowest = lineOfRules(known).slice(-1).map(String);
        const rules = z.array(z.coerce.string()).refine((ids) => ids.join() === lowest.join(), {
          message: `must be ${lowest.join()}: a form checks everything below a rule that is named`,
        });
        return accepted(z.looseObject({ row: row({ id: z.number(), status: z.literal('1'), rules }) }));
      },
    },
    post('a record is changed', '§4.7', `${at}/edit`, (known) => ({
      id: idOf(known, 'group'),
      name: known.marker,
      status: '0',
      rules: lineOfRules(known),
    })),
    read('a change is kept', { status: z.literal('0') }),
    post('an empty change is refused', '§4.7', `${at}/edit`, () => ({}), refused),
    post(
      'a change of a record that does not exist is refused',
      '§4.7',
      `${at}/edit`,
      ({ marker }) => ({ id: 999_999_999, name: marker, rules: [] }),
      refused,
    ),
    ...removed(spelling, 'user.Group', ['group']),
  ];
}

function rulesOfMembers(spelling: Spelling): readonly Exchange[] {
  const at = `/admin/${spelling.controller('user.Rule')}`;
  const added = (name: string): Exchange =>
    post(`a member rule is added (${name})`, '§5.9', `${at}/add`, ({ marker }) => ({
      pid: 0,
      type: 'menu_dir',
      title: `${marker}${name}`,
      name: `${marker}${name}`,
      path: `${marker}${name}`,
      icon: 'fa fa-circle-o',
      menu_type: 'tab',
      extend: 'none',
      no_login_valid: '0',
      status: '0',
    }));
  // The newer rule stands first.
  const drag = (known: Known): Item => {
    const [upper, lower] = [idOf(known, '-two'), idOf(known, '-one')];
    return spelling.dialect === 'v1'
      ? { id: lower, targetId: upper }
      : { move: lower, target: upper, order: 'weigh,desc', direction: 'up' };
  };
  return [
    added('-one'),
    added('-two'),
    found(spelling, { controller: 'user.Rule', name: '', column: 'title', title: 'added rules are found by their titles' }),
    post('a switch posts its own field alone', '§4.7', `${at}/edit`, (known) => ({ id: idOf(known, '-one'), status: '1' })),
    {
      title: 'a switch is kept, as text',
      source: '§0.3',
      call: (known) => ({ method: 'GET', path: `${at}/edit?id=${idOf(known, '-one')}` }),
      reply: accepted(z.looseObject({ row: row({ status: z.literal('1') }) })),
    },
    post('a rule is dragged above another', '§4.8', `${at}/sortable`, drag),
    {
      title: 'a dragged rule stands where it was dropped',
      source: '§4.8',
      call: ({ marker }) => ({ method: 'GET', path: `${at}/index?${spelling.quickSearch}=${marker}` }),
      reply: accepted(
        z.looseObject({
          list: z
            .array(row({ title: z.string() }))
            .refine((list) => (list as readonly Item[]).map(({ title }) => String(title).slice(-4)).join() === '-one,-two', {
              message: 'the dragged rule must stand above the other',
            }),
        }),
      ),
    },
    post('an order weight is typed in', '§5.9', `${at}/edit`, (known) => ({ id: idOf(known, '-one'), weigh: 4321 })),
    {
      title: 'an order weight is kept, and flags are numbers',
      source: '§0.3',
      call: (known) => ({ method: 'GET', path: `${at}/edit?id=${idOf(known, '-one')}` }),
      reply: accepted(z.looseObject({ row: row({ weigh: z.literal(4321), no_login_valid: z.literal(0) }) })),
    },
    ...removed(spelling, 'user.Rule', ['-one', '-two']),
  ];
}

function file(spelling: Spelling): readonly Exchange[] {
  const controller = 'routine.Attachment';
  return [
    {
      title: 'a file is stored',
      source: '§6',
      call: ({ marker }) => {
        const body = new FormData();
        // Bytes behind the picture make it another file than any there is: a server that knows the same one would answer that.
        const bytes = [Buffer.from(PICTURE, 'base64'), new TextEncoder().encode(marker)];
        body.append('file', new Blob(bytes, { type: 'image/png' }), `${marker}.png`);
        return { method: 'POST', path: '/admin/ajax/upload?uuid=_7', body };
      },
      reply: accepted(z.looseObject({ file: row({ url: z.string().startsWith('/'), full_url: z.string().min(1) }) })),
      learn: ({ file: stored }, known) => void known.facts.set('url', stored.url),
    },
    {
      title: 'a stored file is listed with who stored it',
      source: '§5.12',
      call: () => ({
        method: 'GET',
        path: `/admin/${spelling.controller(controller)}/index?limit=8&order=${spelling.lastUploadTime},desc`,
      }),
      reply: accepted(page(rowsOf(spelling).attachment)),
      learn: ({ list }: { readonly list: readonly Item[] }, known) => {
        const stored = list.find((one) => one['url'] === fact(known, 'url'));
        if (!stored) return;
        known.facts.set('file', stored['id']);
        known.written.push({ controller, id: stored['id'] });
      },
    },
    {
      title: 'a stored file is served at its address',
      source: '§6.6',
      call: (known) => ({ method: 'GET', path: String(fact(known, 'url')), isAnonymous: true }),
      reply: { kind: 'file', type: /^image\/png/u },
    },
    ...removed(spelling, controller, ['file']),
  ];
}
