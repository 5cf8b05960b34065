import { describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { designIssues, type DesignWorld } from '#domain/designer/design-rules';
import { PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';

const label = { en: 'Ticket' };
const world: DesignWorld = {
  isCoreTable: (name) => name === 'x_token',
  others: [
    {
      name: 'goods',
      controller: 'goods.Goods',
      table: 'goods',
      fields: { id: { kind: 'id' }, title: { kind: 'string' }, secret: { kind: 'password' } },
    },
    { name: 'paused', controller: 'x.Paused', table: 'x_paused', fields: { id: { kind: 'id' } }, isPaused: true },
    { name: 'closed', controller: 'x.Closed', table: 'x_closed', fields: { id: { kind: 'id' } }, isClosed: true },
  ],
  controllers: new Set(['ajax']),
  imported: new Set(['old_ticket']),
  places: [
    { path: 'shop', isDirectory: true },
    { path: 'shop/admin', isDirectory: false },
    { path: 'shop/admin/edit', isDirectory: false },
    { path: 'ware', isDirectory: false },
  ],
  ownPath: 'x/old',
};
const designed = (own: Partial<Resource> = {}, fields: Readonly<Record<string, object>> = {}, rest: Partial<SectionDesign> = {}) => ({
  declaration: {
    name: 'ticket',
    controller: 'x.Ticket',
    table: 'x_ticket',
    titleField: 'title',
    rowActions: ['edit'],
    defaultOrder: { field: 'id', direction: 'asc' },
    label,
    fields: { id: { kind: 'id' }, title: { kind: 'string', label }, ...(fields as Record<string, Field>) },
    ...own,
  } satisfies Resource as Resource,
  shape: PLAIN_SHAPE,
  ...rest,
});
const found = (design: SectionDesign) => designIssues(design, world).map(({ at, key }) => `${at} ${key.split('.').at(-1)}`);
const many = (count: number, field: (index: number) => object) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`field${String.fromCharCode(97 + (index % 26))}${index}Id`, field(index)]),
  );

describe('a design', () => {
  it('may be published as it is, over a table of its own or one that was taken in', () => {
    expect(found(designed())).toEqual([]);
    expect(found(designed({ table: 'old_ticket' }))).toEqual([]);
    // In a directory of the menu, and beside what others have.
    expect(found(designed({ controller: 'shop.Ticket' }))).toEqual([]);
    expect(found(designed({ controller: 'shop.AdminNote' }))).toEqual([]);
    // What people hung below a section does not keep it from being published again.
    expect(designIssues(designed(), { ...world, ownPath: 'x/ticket', places: [{ path: 'x/ticket/own', isDirectory: false }] })).toEqual([]);
    expect(
      found(
        designed(
          {},
          many(57, () => ({ kind: 'string', label })),
        ),
      ),
    ).toEqual([]);
  });

  it.each<[string, SectionDesign, readonly string[]]>([
    ['a name of another', designed({ name: 'goods' }), ['name nameTaken']],
    ['a name that is none', designed({ name: 'Goods' }), ['name name']],
    ["the program's table", designed({ table: 'x_token' }), ['table coreTable']],
    ['a table without the beginning', designed({ table: 'ticket' }), ['table table']],
    ['an address that is taken', designed({ controller: 'Goods.goods' }), ['controller controller']],
    ["another section's address", designed({ controller: 'goods.goods' }), ['controller controllerTaken']],
    ['an address of calls', designed({ controller: 'ajax' }), ['controller controllerTaken']],
    ['an address above rights of others', designed({ controller: 'shop' }), ['controller controllerOverlaps']],
    ['an address where rights of others lie', designed({ controller: 'shop.Admin' }), ['controller controllerOverlaps']],
    ['an address below a page', designed({ controller: 'ware.Ticket' }), ['controller controllerOverlaps']],
    ['an address that is too long', designed({ controller: `x.${'a'.repeat(40)}` }), ['controller controller']],
    [
      'a directory with the name of a page',
      designed({ menu: { under: { name: 'ware', icon: 'i', sortOrder: 0 }, icon: 'i', sortOrder: 0 } }),
      ['menu menuTaken'],
    ],
    ['no title', designed({ label: {} }), ['label label']],
    ['two keys', designed({}, { other: { kind: 'id' } }), ['fields oneKey', 'fields.other fixedColumn', 'fields.other single']],
    ['no key', designed({ fields: { title: { kind: 'string', label } } }), ['fields oneKey', 'defaultOrder defaultOrder']],
    ['a reserved word', designed({}, { order: { kind: 'string', label } }), ['fields.order column']],
    ['a word of the wire', designed({}, { children: { kind: 'string', label } }), ['fields.children column']],
    ['the name of what waits', designed({}, { goneColour: { kind: 'string', label } }), ['fields.goneColour column']],
    ['one column twice', designed({}, { other: { kind: 'string', label, column: 'title' } }), ['fields.other columnTaken']],
    ['a field without a label', designed({}, { colour: { kind: 'string' } }), ['fields.colour fieldLabel']],
    [
      '61 fields',
      designed(
        {},
        many(59, () => ({ kind: 'string', label })),
      ),
      ['fields tooManyFields'],
    ],
    [
      '11 relations',
      designed(
        {},
        many(11, () => ({ kind: 'remoteSelect', of: 'goods', label })),
      ),
      ['fields tooManyRelations'],
    ],
    ['a section that pauses', designed({}, { pausedId: { kind: 'remoteSelect', of: 'paused', label } }), ['fields.pausedId noSection']],
    ["a paused section's table", designed({ table: 'x_paused' }), ['table tableTaken']],
    [
      'a field that shows what one may not see',
      designed({}, { closedId: { kind: 'remoteSelect', of: 'closed', label } }),
      ['fields.closedId closedSection'],
    ],
    ['a password', designed({}, { pin: { kind: 'password', label } }), ['fields.pin kind']],
    ['a section that is not there', designed({}, { wareId: { kind: 'remoteSelect', of: 'ware', label } }), ['fields.wareId noSection']],
    [
      'a secret of another',
      designed({}, { wareId: { kind: 'remoteSelect', of: 'goods', shows: ['secret'], label } }),
      ['fields.wareId shows'],
    ],
    ['a relation without its ending', designed({}, { ware: { kind: 'remoteSelect', of: 'goods', label } }), ['fields.ware relationName']],
    ['an option with a comma', designed({}, { size: { kind: 'select', options: ['a,b'], label } }), ['fields.size option']],
    ['an option twice', designed({}, { size: { kind: 'select', options: ['a', 'a'], label } }), ['fields.size sameOptions']],
    [
      'a first value that is no option',
      designed({}, { size: { kind: 'select', options: ['a'], initial: 'b', label } }),
      ['fields.size initialOption'],
    ],
    ['a tree without its field', designed({ tree: true }), ['tree tree']],
    ["a limit of the program's own", designed({ dataLimit: { rule: 'ownRules', ownerColumn: 'admin_id' } }), ['dataLimit dataLimit']],
    [
      'a list to order by',
      designed({ defaultOrder: { field: 'tags', direction: 'asc' } }, { tags: { kind: 'tags', label } }),
      ['defaultOrder defaultOrder'],
    ],
    [
      'an index over a long text',
      designed({}, { note: { kind: 'textarea', label } }, { shape: { ...PLAIN_SHAPE, indexes: [['note']] } }),
      ['indexes.0 indexFields'],
    ],
    [
      'nine indexes',
      designed({}, {}, { shape: { ...PLAIN_SHAPE, indexes: Array.from({ length: 9 }, () => ['title']) } }),
      ['indexes tooManyIndexes'],
    ],
  ])('is refused with %s', (_, design, wanted) => {
    for (const one of wanted) expect(found(design)).toContain(one);
    expect(found(design).filter((one) => !wanted.includes(one) && !one.startsWith('indexes'))).toEqual([]);
  });
});
