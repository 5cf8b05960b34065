import { describe, expect, it } from 'vitest';
import { PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import type { Fields } from '#domain/fields/field';
import { NO_ASKS } from '#domain/modules/asks-difference';
import { NO_PARTS } from '#domain/modules/module-parts';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import { packageIssue } from '#domain/modules/package-rules';
import type { Resource } from '#domain/table/resource';

const WORDS = { 'zh-cn': '茶', en: 'Tea' };

const manifest = (asks: Partial<ModuleManifest['asks']> = {}): ModuleManifest => ({
  uid: 'tea',
  version: '1.0.0',
  title: WORDS,
  intro: WORDS,
  author: 'Ada',
  website: '',
  license: 'MIT',
  icon: 'el-icon-Coffee',
  troupe: '*',
  requires: {},
  conflicts: [],
  asks: { ...NO_ASKS, ...asks },
  updatesFrom: '*',
});

const named = (of: string): Fields => ({ [`${of}Id`]: { kind: 'remoteSelect', of } });

const section = (name: string, some: Partial<Resource> = {}, design: Partial<SectionDesign> = {}) => ({
  name: `sections/${name}.json`,
  design: {
    declaration: {
      name,
      controller: `tea.${name}`,
      table: `m_tea_${name.toLowerCase()}`,
      fields: { id: { kind: 'id' }, title: { kind: 'string' } },
      titleField: 'title',
      rowActions: [],
      defaultOrder: { field: 'id', direction: 'desc' },
      menu: { under: 'tea', icon: '', sortOrder: 0 },
      ...some,
    } as Resource,
    shape: PLAIN_SHAPE,
    ...design,
  },
});

type Section = ReturnType<typeof section>;

const checked = (sections: readonly Section[], some: Partial<Parameters<typeof packageIssue>[0]> = {}) =>
  packageIssue({ manifest: manifest(), sections, rows: [], parts: NO_PARTS, ...some });

const rows = (name: string, count: number) => ({ name, list: Array.from({ length: count }, () => ({})) });

describe('a package', () => {
  it('has its sections in the order in which they can be published', () => {
    const pot = section('teaPot', { fields: named('teaLeaf') });
    const leaf = section('teaLeaf', { fields: { ...named('teaLand'), ...named('teaLeaf') } });
    const land = section('teaLand');
    expect(checked([pot, leaf, land])).toEqual({ order: [land.design, leaf.design, pot.design] });
    expect(checked([leaf, land, pot])).toEqual({ order: [land.design, leaf.design, pot.design] });
  });

  it('names the way round where sections wait for each other', () => {
    const sections = [
      section('teaCup', { fields: named('teaPot') }),
      section('teaPot', { fields: named('teaLeaf') }),
      section('teaLeaf', { fields: named('teaPot') }),
    ];
    expect(checked(sections)).toEqual({ fault: 'circle', params: { path: 'teaPot → teaLeaf → teaPot' } });
  });

  it('uses no section of the program that it has not asked for', () => {
    const pot = section('teaPot', { fields: named('goods') });
    expect(checked([pot])).toEqual({ fault: 'unasked', params: { name: 'sections/teaPot.json', section: 'goods' } });
    expect(checked([pot], { manifest: manifest({ reads: ['goods'] }) })).toEqual({ order: [pot.design] });
  });

  it('asks for nothing that the program cannot give', () => {
    expect(checked([section('teaPot')], { manifest: manifest({ redirect: ['go'] }) })).toEqual({
      fault: 'askNotGiven',
      params: { ask: 'redirect' },
    });
  });

  it('has one section at least, and 20 at most', () => {
    const many = Array.from({ length: 20 }, (_, index) => section(`teaPot${index}`));
    expect(checked([])).toEqual({ fault: 'noSections', params: {} });
    expect(checked(many)).toEqual({ order: many.map(({ design }) => design) });
    expect(checked([...many, section('teaPot20')])).toEqual({ fault: 'manySections', params: { max: 20 } });
  });

  it.each([
    [
      'a file of another name',
      { ...section('teaPot'), name: 'sections/teaCup.json' },
      'sectionFile',
      { name: 'sections/teaCup.json', section: 'teaPot' },
    ],
    ['a table of others', section('teaPot', { table: 'm_coffee_pot' }), 'foreignTable', { table: 'm_coffee_pot', prefix: 'm_tea_' }],
    ['a table that is no name', section('teaPot', { table: 'm_tea_Pot' }), 'foreignTable', { table: 'm_tea_Pot', prefix: 'm_tea_' }],
    ['a table with more than a name', section('teaPot', { table: 'm_tea_a"' }), 'foreignTable', { table: 'm_tea_a"', prefix: 'm_tea_' }],
    [
      'a name of a table that is too long',
      section('teaPot', { table: `m_tea_${'p'.repeat(36)}` }),
      'foreignTable',
      { table: `m_tea_${'p'.repeat(36)}`, prefix: 'm_tea_' },
    ],
    [
      'a controller of others',
      section('teaPot', { controller: 'teapot.Pot' }),
      'foreignController',
      { controller: 'teapot.Pot', prefix: 'tea.' },
    ],
    ['a name of others', section('pot'), 'foreignName', { name: 'pot', prefix: 'tea' }],
    [
      'a place among others',
      section('teaPot', { menu: { under: 'goods', icon: '', sortOrder: 0 } }),
      'foreignMenu',
      { name: 'teaPot', uid: 'tea' },
    ],
    ['no place', section('teaPot', { menu: undefined as never }), 'foreignMenu', { name: 'teaPot', uid: 'tea' }],
    ['a table that stands', section('teaPot', {}, { takesTable: true }), 'takesTable', { table: 'm_tea_teapot' }],
  ])('with %s is refused', (_, one, fault, params) => {
    expect(checked([section('teaCup'), one])).toEqual({ fault, params });
  });

  it('takes a table whose name is as long as it may be', () => {
    const pot = section('teaPot', { table: `m_tea_${'p'.repeat(35)}` });
    expect(checked([pot])).toEqual({ order: [pot.design] });
  });

  it('has rows of its own sections alone, and 500 of them at most', () => {
    const pot = section('teaPot');
    expect(checked([pot], { rows: [rows('rows/teaCup.json', 1)] })).toEqual({ fault: 'rowsOfNone', params: { name: 'rows/teaCup.json' } });
    expect(checked([pot], { rows: [rows('rows/teaPotXjson', 1)] })).toMatchObject({ fault: 'rowsOfNone' });
    expect(checked([pot], { rows: [rows('rows/teaPot.json.json', 1)] })).toMatchObject({ fault: 'rowsOfNone' });
    expect(checked([pot], { rows: [rows('rows/teaPot.json', 300), rows('rows/teaPot.json', 200)] })).toEqual({ order: [pot.design] });
    expect(checked([pot], { rows: [rows('rows/teaPot.json', 300), rows('rows/teaPot.json', 201)] })).toEqual({
      fault: 'manyRows',
      params: { max: 500 },
    });
  });

  it('is checked by what it brings beside its sections', () => {
    const parts = { ...NO_PARTS, read: { teaCup: { fields: [], where: {}, order: [] } } };
    expect(checked([section('teaPot')], { parts })).toEqual({ fault: 'partSection', params: { name: 'teaCup' } });
  });
});
