import { createQueryId, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';
import { describe, expect, it } from 'vitest';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import type { Resource } from '#domain/table/resource';
import { columnsOf } from '#server/resources/base/columns';
import type { ResourceContext } from '#server/resources/base/resource-context';
import { selectSql } from '#server/resources/read/list-source';
import { writtenOnce } from '#server/resources/read/written-once';

const textOf = (part: RawBuilder<unknown>): string => new PostgresQueryCompiler().compileQuery(part.toOperationNode(), createQueryId()).sql;

/** Goods whose category is what it is said to be at the time. */
function goodsBeside(category: { now: Resource }): ResourceContext {
  const others = new Map<Resource, Pick<ResourceContext, 'resource' | 'columns'>>();
  const known = (resource: Resource) => others.get(resource) ?? { resource, columns: columnsOf(resource) };
  return {
    resource: goods,
    columns: columnsOf(goods),
    other() {
      const one = known(category.now);
      others.set(category.now, one);
      return one;
    },
  } as unknown as ResourceContext;
}

describe('a part of a statement that is written once', () => {
  it('is the same text again', () => {
    const context = goodsBeside({ now: goodsCategory });
    const part = selectSql(context, context.columns.listed, 100);
    expect(selectSql(context, context.columns.listed, 100)).toBe(part);
    expect(textOf(part)).toContain(`json_build_object('id', "joined category"."id", 'name', "joined category"."name",`);
  });

  it('is another for texts of another length', () => {
    const context = goodsBeside({ now: goodsCategory });
    const cut = (longest: number) => textOf(selectSql(context, context.columns.readable, longest));
    expect([cut(100).includes(', 100)'), cut(200).includes(', 200)'), cut(100).includes(', 200)')]).toEqual([true, true, false]);
  });

  it('is written anew where a section that it joins is designed anew', () => {
    const category = { now: goodsCategory as Resource };
    const context = goodsBeside(category);
    const before = textOf(selectSql(context, context.columns.listed, 100));
    const { nameEn: _gone, ...fields } = goodsCategory.fields;
    const { titleIn: _too, ...rest } = goodsCategory as Resource;
    category.now = { ...rest, fields };
    const after = textOf(selectSql(context, context.columns.listed, 100));
    expect([before.includes('"joined category"."name_en"'), after.includes('"joined category"."name_en"')]).toEqual([true, false]);
  });

  it('has no values: they would be those of somebody else', () => {
    const context = goodsBeside({ now: goodsCategory });
    expect(() => writtenOnce(context, {}, '', () => sql`${1}`)).toThrow('what is written once has no values');
  });
});
