import { describe, expect, it } from 'vitest';
import type { Resource } from '#domain/table/resource';
import { groupOf, headsOf, sectionsNamedBy } from '#domain/shell/section-group';

const place = { icon: 'el-icon-Grid', sortOrder: 1 };
const sectionOf = (name: string, under: string, fields: Resource['fields'] = {}) => ({
  name,
  controller: `x.${name}`,
  menu: { ...place, under },
  fields: { id: { kind: 'id' }, ...fields } as Resource['fields'],
});
const naming = (of: string, more: object = {}) => ({ kind: 'remoteSelect', of, ...more }) as const;

describe('a section comes', () => {
  it('with those of its directory', () => {
    const directory = { name: 'content', icon: '', sortOrder: 1 };
    const places = ['goods', directory, '', 'routine/files'].map((under) => groupOf({ menu: { ...place, under } }));
    expect([...places, groupOf({})]).toEqual(['goods', 'content', 'top', 'routine-files', 'top']);
  });

  it('with the groups of the sections that its fields name, its own first', () => {
    const orders = sectionOf('order', 'shop', {
      ware: naming('ware'),
      buyer: naming('member'),
      seller: naming('member'),
      lost: naming('lost'),
    });
    expect(sectionsNamedBy(orders)).toEqual(['ware', 'member', 'lost']);
    expect(headsOf([sectionOf('member', 'user', { invitedBy: naming('member') }), orders, sectionOf('ware', 'shop')])).toEqual([
      { name: 'member', controller: 'x.member', groups: ['user'] },
      { name: 'order', controller: 'x.order', groups: ['shop', 'user'] },
      { name: 'ware', controller: 'x.ware', groups: ['shop'] },
    ]);
  });
});
