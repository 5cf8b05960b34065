import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireNameOf } from '#domain/fields/field';
import { plan } from '#domain/designer/table-plan';
import { shapeOf } from '#domain/designer/table-shape';
import { refusalOf, type DesignAct, type Drawing } from '#domain/designer/drawing/design-act';
import { perform } from '#domain/designer/drawing/design-acts';
import { HISTORY_STEPS, beginHistory, performed, redone, undone } from '#domain/designer/drawing/design-history';
import { placeOfNew } from '#domain/designer/drawing/field-list';
import { blankDesign, PIECE_GROUPS } from '#domain/designer/drawing/design-pieces';
import { parseDesign } from '#api/contract/designer/design-schema';
import { NO_RENAMES, type SectionDesign } from '#domain/designer/section-design';
import { someDesign } from '#tests/support/designs/designs.ts';

const begun = (design: SectionDesign): Drawing => ({ design, renames: NO_RENAMES });
const ticket: SectionDesign = {
  declaration: {
    ...blankDesign('ticket').declaration,
    fields: {
      id: { kind: 'id' },
      title: { kind: 'string', quickSearch: true },
      state: {
        kind: 'select',
        options: ['new', 'done'],
        optionLabels: { done: { en: 'Done' } },
        optionColors: { new: 'red' },
        initial: 'new',
      },
      note: { kind: 'textarea', when: { state: ['done'] } },
      ownerId: { kind: 'remoteSelect', of: 'admin', shows: ['nickname'] },
    },
    titleField: 'title',
    defaultOrder: { field: 'title', direction: 'asc' },
    dataLimit: { rule: 'personal', ownerColumn: 'owner_id' },
  },
  shape: { unique: [['title', 'ownerId']], indexes: [['ownerId', 'title'], ['ownerId']], foreignKeys: 'none' },
  listOrder: ['title', 'state', 'note', 'ownerId', 'id'],
};
const stored = ticket.declaration.fields;
const after = (acts: readonly DesignAct[], from = begun(ticket), of = stored): Drawing =>
  acts.reduce((drawing, act) => perform(drawing, act, of), from);

const kindOf = (value: string) => after([{ type: 'field.changed', key: 'state', name: 'kind', value }]).design.declaration.fields['state'];
const typed = (value: string): DesignAct => ({ type: 'field.changed', key: 'title', name: 'label', value: { en: value } });
const switched = (value: boolean): DesignAct => ({ type: 'field.changed', key: 'title', name: 'required', value });

const switchDefault = (design: SectionDesign) => shapeOf(design, () => undefined).columns.find(({ name }) => name === 'switch')?.default;

/** Values of the stored columns, carried by hand through the acts: field by field, its origin. */
const carried = (design: SectionDesign, acts: readonly DesignAct[]) => {
  let drawing = begun(design);
  const { fields } = design.declaration;
  const origins = new Map(Object.entries(fields).map(([one, field]) => [one, wireNameOf(one, field)]));
  for (const act of acts) {
    const before = drawing;
    drawing = perform(before, act, fields);
    if (drawing === before) continue;
    if (act.type === 'field.removed') origins.delete(act.key);
    if (act.type !== 'field.renamed' || act.name === act.key) continue;
    const origin = origins.get(act.key);
    origins.delete(act.key);
    if (origin !== undefined) origins.set(act.name, origin);
  }
  return { drawing, origins };
};

describe('acts on a design', () => {
  it('rename a field everywhere that it is named, and its column with its values', () => {
    const { design, renames } = after([
      { type: 'field.renamed', key: 'title', name: 'heading' },
      { type: 'field.renamed', key: 'ownerId', name: 'keeper_id' },
      { type: 'field.renamed', key: 'state', name: 'stage' },
    ]);
    expect(design).toEqual({
      declaration: {
        ...ticket.declaration,
        fields: {
          id: stored['id'],
          heading: stored['title'],
          stage: stored['state'],
          note: { kind: 'textarea', when: { stage: ['done'] } },
          keeperId: stored['ownerId'],
        },
        titleField: 'heading',
        defaultOrder: { field: 'heading', direction: 'asc' },
        dataLimit: { rule: 'personal', ownerColumn: 'keeper_id' },
      },
      shape: { unique: [['heading', 'keeperId']], indexes: [['keeperId', 'heading'], ['keeperId']], foreignKeys: 'none' },
      listOrder: ['heading', 'stage', 'note', 'keeperId', 'id'],
    });
    expect(renames).toEqual({ columns: { title: 'heading', owner_id: 'keeper_id', state: 'stage' }, options: {} });
  });

  it('remove a field from all that named it', () => {
    expect(
      after([
        { type: 'field.removed', key: 'title' },
        { type: 'field.removed', key: 'state' },
      ]).design,
    ).toEqual({
      declaration: {
        ...ticket.declaration,
        fields: { id: stored['id'], note: { kind: 'textarea' }, ownerId: stored['ownerId'] },
        titleField: 'id',
        defaultOrder: { field: 'id', direction: 'desc' },
      },
      shape: { unique: [], indexes: [['ownerId']], foreignKeys: 'none' },
      listOrder: ['note', 'ownerId', 'id'],
    });
  });

  it.each<[string, readonly DesignAct[], Drawing['renames']]>([
    ['there and back is none', [rename('title', 'a1'), rename('a1', 'title')], NO_RENAMES],
    ['two in a row are one', [rename('title', 'a1'), rename('a1', 'b1')], { columns: { title: 'b1' }, options: {} }],
    ['one of a new field is none', [add('string'), rename('string', 'subject')], NO_RENAMES],
    ['one of a field that is removed is forgotten', [rename('title', 'a1'), { type: 'field.removed', key: 'a1' }], NO_RENAMES],
    [
      'two change places',
      [rename('title', 'spare'), rename('note', 'title'), rename('spare', 'note')],
      { columns: { title: 'note', note: 'title' }, options: {} },
    ],
    [
      'a new field of an old name has none of its values while another has them',
      [rename('title', 'a1'), add('string'), rename('string', 'title'), rename('title', 'b1')],
      { columns: { title: 'a1' }, options: {} },
    ],
    [
      'options follow, also of a column that has another name by then',
      [renameOption('state', 'done', 'closed'), rename('state', 'stage'), renameOption('stage', 'closed', 'ended')],
      { columns: { state: 'stage' }, options: { stage: { done: 'ended' } } },
    ],
    [
      'one of a new option is none, and of one that is gone forgotten',
      [
        { type: 'option.added', key: 'state', option: 'late' },
        renameOption('state', 'late', 'overdue'),
        renameOption('state', 'done', 'closed'),
        { type: 'option.removed', key: 'state', option: 'closed' },
      ],
      NO_RENAMES,
    ],
    [
      'another kind has no options',
      [renameOption('state', 'done', 'closed'), { type: 'field.changed', key: 'state', name: 'kind', value: 'string' }],
      NO_RENAMES,
    ],
  ])('keep renames right: %s', (_, acts, expected) => {
    expect(after(acts).renames).toEqual(expected);
  });

  it('rename an option in its labels, its colours, the first value and what is shown for it', () => {
    const { design } = after([renameOption('state', 'done', 'closed'), renameOption('state', 'new', 'fresh')]);
    expect([design.declaration.fields['state'], design.declaration.fields['note']]).toEqual([
      {
        kind: 'select',
        options: ['fresh', 'closed'],
        optionLabels: { closed: { en: 'Done' } },
        optionColors: { fresh: 'red' },
        initial: 'fresh',
      },
      { kind: 'textarea', when: { state: ['closed'] } },
    ]);
    const gone = after([
      { type: 'option.removed', key: 'state', option: 'new' },
      { type: 'option.removed', key: 'state', option: 'done' },
    ]);
    expect([gone.design.declaration.fields['state'], gone.design.declaration.fields['note']]).toEqual([
      { kind: 'select', options: [], optionLabels: {}, optionColors: {} },
      { kind: 'textarea' },
    ]);
  });

  it('keep of a field what its new kind knows as well', () => {
    expect([kindOf('radio'), kindOf('integer'), kindOf('remoteSelect')]).toEqual([
      { kind: 'radio', options: ['new', 'done'], optionLabels: { done: { en: 'Done' } }, optionColors: { new: 'red' } },
      { kind: 'integer' },
      { kind: 'remoteSelect', of: 'admin' },
    ]);
  });

  it('put things where they are said to be, at most at the end', () => {
    const keys = (...acts: DesignAct[]) => Object.keys(after(acts).design.declaration.fields);
    expect(keys({ type: 'field.moved', key: 'title', to: 3 })).toEqual(['id', 'state', 'note', 'title', 'ownerId']);
    expect(keys({ type: 'field.moved', key: 'ownerId', to: 0 })).toEqual(['ownerId', 'id', 'title', 'state', 'note']);
    expect(keys({ type: 'field.moved', key: 'title', to: 99 })).toEqual(['id', 'state', 'note', 'ownerId', 'title']);
    expect(keys(add('select', 1), add('select', 1))).toEqual(['id', 'choice2', 'choice', 'title', 'state', 'note', 'ownerId']);
    const { declaration } = after([{ type: 'option.moved', key: 'state', option: 'new', to: 1 }]).design;
    expect(declaration.fields['state']).toMatchObject({ options: ['done', 'new'] });
  });

  it('give a list what comes with a field, and take it away with it', () => {
    const sorted = after([add('weigh'), add('parent')]);
    const { declaration } = sorted.design;
    expect([declaration.rowActions, declaration.defaultOrder, declaration.tree]).toEqual([
      ['sort', 'edit', 'delete'],
      { field: 'weigh', direction: 'desc' },
      true,
    ]);
    const { rowActions, defaultOrder, tree } = after(
      [
        { type: 'field.removed', key: 'weigh' },
        { type: 'field.removed', key: 'parentId' },
      ],
      sorted,
    ).design.declaration;
    expect([rowActions, defaultOrder, tree]).toEqual([['edit', 'delete'], { field: 'id', direction: 'desc' }, undefined]);
  });

  it.each<[DesignAct, string]>([
    [{ type: 'field.removed', key: 'id' }, 'oneKey'],
    [rename('id', 'uid'), 'oneKey'],
    [{ type: 'field.changed', key: 'id', name: 'kind', value: 'string' }, 'oneKey'],
    [rename('title', 'state'), 'columnTaken'],
    [rename('title', 'owner_id'), 'columnTaken'],
    [rename('title', ''), 'column'],
    [rename('title', '9lives'), 'column'],
    [rename('title', '__proto__'), 'column'],
    [{ type: 'field.removed', key: 'constructor' }, 'oneKey'],
    [{ type: 'option.added', key: 'state', option: 'new' }, 'sameOptions'],
    [{ type: 'option.added', key: 'state', option: 'a,b' }, 'option'],
    [renameOption('state', 'new', 'done'), 'sameOptions'],
    [renameOption('state', 'gone', 'new'), 'option'],
    [{ type: 'list.ordered', keys: ['title', 'colour'] }, 'listOrder'],
  ])('%j is refused, and changes nothing', (act, issue) => {
    expect(refusalOf(begun(ticket), act)?.key).toBe(`designer.issues.${issue}`);
    expect(perform(begun(ticket), act, stored)).toEqual(begun(ticket));
  });

  it('a fixed field comes once', () => {
    expect(refusalOf(after([add('weigh')]), add('weigh'))?.key).toBe('designer.issues.single');
  });

  it('a kind with one name for its column keeps it', () => {
    const { design, renames } = after([add('parent'), rename('parentId', 'above')]);
    const label = { 'zh-cn': '上级', en: 'Parent' };
    expect([design.declaration.fields['above'], renames]).toEqual([{ kind: 'parent', column: 'pid', list: 'never', label }, NO_RENAMES]);
  });
});

describe('the palette', () => {
  it('puts what is pressed behind the chosen field, or behind what people type', () => {
    const { fields } = blankDesign('ticket').declaration;
    expect(Object.keys(fields)).toEqual(['id', 'name', 'version', 'createTime', 'updateTime']);
    expect([placeOfNew(fields, null), placeOfNew(fields, 'id'), placeOfNew(fields, 'updateTime')]).toEqual([2, 1, 5]);
    expect(placeOfNew({ id: { kind: 'id' } }, null)).toBe(1);
    expect(placeOfNew({ createTime: { kind: 'createTime' } }, null)).toBe(0);
  });

  it('has a switch that is off until somebody says otherwise, in a new record and in those that are there', () => {
    const drawn = perform(begun(ticket), { type: 'field.added', piece: 'switch', at: 2 }, stored).design;
    expect([drawn.declaration.fields['switch'], switchDefault(drawn)]).toEqual([{ kind: 'switch', initial: false }, "'0'"]);
    const on = after([{ type: 'field.changed', key: 'switch', name: 'initial', value: true }], begun(drawn)).design;
    const off = after([{ type: 'field.changed', key: 'switch', name: 'initial', value: false }], begun(on)).design;
    expect([switchDefault(on), switchDefault(off)]).toEqual(["'1'", "'0'"]);
  });

  it('has pieces that make a design that can be read as one', () => {
    const pieces = Object.values(PIECE_GROUPS).flat();
    const design = blankDesign('ticket');
    const drawn = pieces.reduce(
      (drawing, piece) => perform(drawing, { type: 'field.added', piece, at: 99, of: 'goods' }, {}),
      begun(design),
    );
    expect(parseDesign(JSON.parse(JSON.stringify(drawn.design)))).toEqual(drawn.design);
    // A blank section has four of them already: name, version and the two times.
    expect(Object.keys(drawn.design.declaration.fields)).toHaveLength(5 + pieces.length - 3);
  });
});

function rename(key: string, name: string): DesignAct {
  return { type: 'field.renamed', key, name };
}
function renameOption(key: string, option: string, name: string): DesignAct {
  return { type: 'option.renamed', key, option, name };
}
function add(piece: (DesignAct & { type: 'field.added' })['piece'], at = 99): DesignAct {
  return { type: 'field.added', piece, at };
}

const KEYS = ['title', 'colour', 'size', 'amount', 'startsOn', 'code', 'string', 'choice', 'weigh', 'parentId'];
const OPTIONS = ['s', 'm', 'l', 'xl', 'one', 'two'];
const key = fc.constantFrom(...KEYS);
const option = fc.constantFrom(...OPTIONS);
const place = fc.nat({ max: 9 });
const someAct: fc.Arbitrary<DesignAct> = fc.oneof(
  fc.record({
    type: fc.constant('field.added' as const),
    piece: fc.constantFrom('string' as const, 'select' as const, 'weigh' as const, 'parent' as const),
    at: place,
  }),
  fc.record({ type: fc.constant('field.moved' as const), key, to: place }),
  { arbitrary: fc.record({ type: fc.constant('field.renamed' as const), key, name: key }), weight: 4 },
  fc.record({ type: fc.constant('field.removed' as const), key }),
  fc.record({
    type: fc.constant('field.changed' as const),
    key,
    name: fc.constantFrom('required', 'label'),
    value: fc.constantFrom(true, null, { en: 'x' }),
  }),
  fc.record({ type: fc.constant('option.added' as const), key, option }),
  { arbitrary: fc.record({ type: fc.constant('option.renamed' as const), key, option, name: option }), weight: 3 },
  fc.record({ type: fc.constant('option.removed' as const), key, option }),
  fc.record({
    type: fc.constant('shape.changed' as const),
    name: fc.constant('foreignKeys' as const),
    value: fc.constantFrom('kept', 'none'),
  }),
);
const designAndActs = fc.tuple(someDesign(['x_one']), fc.array(someAct, { maxLength: 40 }));

describe('a history of acts', () => {
  it('leads back to where it began, and on again to where it was', () => {
    fc.assert(
      fc.property(designAndActs, ([design, acts]) => {
        const { fields } = design.declaration;
        const whole = acts.reduce((history, act) => performed(history, act, fields), beginHistory(begun(design)));
        let back = whole;
        for (const { drawing } of whole.past.toReversed()) {
          back = undone(back);
          expect(back.now).toEqual(drawing);
        }
        expect(back.now).toEqual(begun(design));
        let forth = back;
        for (let step = 0; step < whole.past.length; step += 1) forth = redone(forth);
        expect(forth).toEqual({ ...whole, subject: null });
      }),
    );
  });

  it('counts what is typed into one input as one step, and not what comes after it was taken back', () => {
    const history = [typed('N'), typed('Na')].reduce((one, act) => performed(one, act, stored), beginHistory(begun(ticket)));
    expect(history.past).toHaveLength(1);
    const again = performed(undone(performed(history, add('string'), stored)), typed('Nam'), stored);
    expect([again.past.length, again.undone]).toEqual([2, []]);
    expect(undone(undone(again)).now).toEqual(begun(ticket));
    expect([switched(true), switched(false)].reduce((one, act) => performed(one, act, stored), history).past).toHaveLength(3);
  });

  it('goes back a hundred steps', () => {
    const acts = Array.from({ length: 150 }, (_, index): DesignAct => ({ type: 'field.moved', key: 'title', to: index % 4 }));
    const whole = acts.reduce((history, act) => performed(history, act, stored), beginHistory(begun(ticket)));
    expect(whole.past).toHaveLength(HISTORY_STEPS);
  });
});

describe('renames', () => {
  it('say of every field that was there which column has its values, whatever was done', () => {
    fc.assert(
      fc.property(designAndActs, ([design, acts]) => {
        const { drawing, origins } = carried(design, acts);
        const { fields } = drawing.design.declaration;
        const from = shapeOf(design, () => undefined);
        const steps = plan(
          from,
          shapeOf(drawing.design, () => undefined),
          { revision: 1, renames: drawing.renames },
        );
        const dropped = new Set(steps.flatMap(({ kind, subject }) => (kind === 'dropColumn' ? [subject] : [])));
        for (const [one, origin] of origins) {
          const now = wireNameOf(one, fields[one]);
          expect(dropped.has(origin)).toBe(false);
          expect(drawing.renames.columns[origin] ?? origin).toBe(now);
        }
        // Two stored columns never go to one, and nothing is said of columns that are not stored or of fields that are not there.
        const named = Object.entries(drawing.renames.columns);
        const columns = new Set(Object.entries(fields).map(([one, field]) => wireNameOf(one, field)));
        expect(new Set(named.map(([, now]) => now)).size).toBe(named.length);
        expect(named.every(([old, now]) => old !== now && columns.has(now) && from.columns.some(({ name }) => name === old))).toBe(true);
        expect(Object.keys(drawing.renames.options).every((column) => columns.has(column))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
