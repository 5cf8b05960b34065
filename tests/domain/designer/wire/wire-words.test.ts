import { describe, expect, it } from 'vitest';
import { olderField } from '#domain/designer/wire/older-words';
import { controllerOfFile, controllerOfPath, sectionOfPath, sourcePathsOf } from '#domain/designer/wire/source-paths';
import { readWireComment, wireComment } from '#domain/designer/wire/wire-comment';
import { isSectionName, orderOfSection, sectionOfOrder } from '#domain/designer/source/eject-order';

describe('a comment', () => {
  it.each([
    ['Size:s=Small,m=Medium', 'Size', { s: 'Small', m: 'Medium' }],
    [' Size : s = Small , m = Medium ', 'Size', { s: 'Small', m: 'Medium' }],
    ['State:0=Off,1=', 'State', { 0: 'Off', 1: '' }],
    ['Rule:a=x=y', 'Rule', { a: 'x=y' }],
    ['Sum: of all', 'Sum: of all', {}],
    ['Sizes:s=Small,medium', 'Sizes:s=Small,medium', {}],
    ['Sizes:=Small', 'Sizes:=Small', {}],
    ['Sizes:', 'Sizes:', {}],
    [' Title ', 'Title', {}],
    ['', '', {}],
    [':s=Small', '', { s: 'Small' }],
  ])('%j says %j and %j', (comment, title, labels) => {
    const read = readWireComment(comment);
    expect([read.title, Object.fromEntries(read.labels)]).toEqual([title, labels]);
  });

  it('is written so that it is read again', () => {
    expect(wireComment('Size: small, or = large')).toBe('Size: small, or = large');
    expect(
      wireComment(
        'Size: all',
        new Map([
          ['s', 'Small, or=so'],
          ['m', ' Medium:'],
        ]),
      ),
    ).toBe('Size  all:s=Small  or so,m=Medium');
  });
});

describe('the older dialect', () => {
  it.each([
    [
      { defaultType: 'NONE', default: '' },
      { defaultType: 'NONE', default: 'none' },
    ],
    [{ defaultType: 'NULL' }, { defaultType: 'NULL', default: 'null' }],
    [{ defaultType: 'EMPTY STRING' }, { defaultType: 'EMPTY STRING', default: 'empty string' }],
    [
      { defaultType: 'INPUT', default: '7' },
      { defaultType: 'INPUT', default: '7' },
    ],
    [{ defaultType: 'toString' }, { defaultType: 'toString' }],
    [{ defaultType: 7 }, { defaultType: 7 }],
    ...Object.entries({ eq: '=', ne: '<>', gt: '>', egt: '>=', lt: '<', elt: '<=' }).map(
      ([ours, theirs]) => [{ table: { operator: ours, width: 80 } }, { table: { operator: theirs, width: 80 } }] as const,
    ),
    [{ table: { operator: 'LIKE' } }, { table: { operator: 'LIKE' } }],
    [{ table: { operator: 'toString' } }, { table: { operator: 'toString' } }],
    [{ table: { operator: 7 } }, { table: { operator: 7 } }],
    [{ table: ['eq'] }, { table: ['eq'] }],
    [{ table: null }, { table: null }],
    [{ table: 'eq' }, { table: 'eq' }],
  ] as const)('reads %j as %j', (field, older) => {
    expect(olderField({ name: 'size', ...field })).toEqual({ name: 'size', ...older });
  });
});

describe('the source of a section', () => {
  it('lies in one folder', () => {
    expect(sourcePathsOf('teaPot')).toEqual({
      modelFile: 'src/sections/tea-pot/tea-pot.migration.ts',
      controllerFile: 'src/sections/tea-pot/tea-pot.resource.ts',
      validateFile: 'src/sections/tea-pot/tea-pot.resource.ts',
      webViewsDir: 'src/sections/tea-pot',
    });
  });

  it.each([
    ['src/sections/tea-pot/tea-pot.resource.ts', 'teaPot'],
    ['src/sections/tea', 'tea'],
    ['src/sections/tea/', 'tea'],
    ['own/src/sections/tea', undefined],
    ['src/sections/', undefined],
    ['src/sections/Tea', undefined],
    ['src/sections/tea_pot', undefined],
    ['', undefined],
  ])('at %j is that of %j', (path, name) => {
    expect(sectionOfPath(path)).toBe(name);
  });

  it.each([
    ['shop/ticket', 'shop.Ticket'],
    ['shop.ticket', 'shop.Ticket'],
    ['shop_ticket', 'shop.Ticket'],
    ['ticket', 'ticket'],
    ['Ticket', 'ticket'],
    ['/shop/big-ticket/', 'shop.BigTicket'],
    ['a/B/c', 'a.b.C'],
    ['shop//ticket', 'shop.Ticket'],
    ['', ''],
  ])('of the path %j is called by %j', (path, controller) => {
    expect(controllerOfPath(path)).toBe(controller);
  });

  it.each([
    ['app/admin/controller/shop/Ticket.php', 'shop.Ticket'],
    ['/app/admin/controller/Ticket.php', 'ticket'],
    ['app/admin/controller/shop/big_ticket.php', 'shop.BigTicket'],
    ['app/admin/controller/shop/Ticket', undefined],
    ['app/admin/controller/shop/Ticket.php.bak', undefined],
    ['own/app/admin/controller/Ticket.php', undefined],
    ['app/admin/model/Ticket.php', undefined],
    ['app/admin/controller/../Ticket.php', undefined],
    ['app/admin/controller/Ticketsphp', undefined],
  ])('of the file %j is called by %j', (path, controller) => {
    expect(controllerOfFile(path)).toBe(controller);
  });
});

describe('a section that is to be written', () => {
  it.each([
    ['tea', true],
    ['te', true],
    ['t', false],
    ['teaPot7', true],
    ['Tea', false],
    ['tea-pot', false],
    ['tea/..', false],
    [`t${'e'.repeat(40)}`, true],
    [`t${'e'.repeat(41)}`, false],
    ['', false],
  ])('%j is a name: %j', (name, isName) => {
    expect(isSectionName(name)).toBe(isName);
    expect(sectionOfOrder(orderOfSection(name))).toBe(isName ? name : null);
  });

  it('is named by an order alone', () => {
    expect([sectionOfOrder('tea'), sectionOfOrder('section tea'), sectionOfOrder('xsection:tea'), orderOfSection('tea')]).toEqual([
      null,
      null,
      null,
      'section:tea',
    ]);
  });
});
