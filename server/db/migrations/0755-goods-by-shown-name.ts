import { type Kysely, sql } from 'kysely';

/** Goods by the name that readers of English are shown; `goods_title` has the order of the others. */
export const goodsByShownName = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("create index goods_title_en on goods (coalesce(nullif(title_en, ''), title), id)").execute(db);
  },
};
