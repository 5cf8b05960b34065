import { sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseResource } from '#api/contract/table/resource-schema';
import { PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import { filesOf } from '#domain/designer/source/files-of';
import { createTableSql, shapeOf } from '#domain/designer/table-shape';
import type { Resource } from '#domain/table/resource';
import type { Database } from '#server/db/base/database';
import { runSectionSteps, type SectionSteps } from '#server/db/sections/section-steps';
import type { Tables } from '#server/db/tables/tables';
import { openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { stepsIn, textOf } from '#tests/support/designs/printed-source.ts';
import { SPECIMEN_JSON } from '#tests/support/specimens.ts';

const specimen: Resource = { ...parseResource(JSON.parse(SPECIMEN_JSON)), table: 'x_specimen' };
const design: SectionDesign = { declaration: specimen, shape: PLAIN_SHAPE };
const printed = stepsIn(textOf(filesOf(design, { tableOf: () => undefined }), '.migration.ts'));
const steps: SectionSteps = { section: 'specimen', steps: printed };
const grown: SectionSteps = {
  section: 'specimen',
  steps: { ...printed, '0002-redesign': ['alter table x_specimen add column more text'] },
};

describe.each(dealtKinds())('the table of an ejected section on %s', (kind) => {
  let database: Database;
  const inTransaction = <Value>(work: (trx: Transaction<Tables>) => Promise<Value>): Promise<Value> => database.transaction(work);
  const start = (section: SectionSteps): Promise<readonly string[]> => inTransaction((trx) => runSectionSteps(trx, [section], [specimen]));
  const all = async (statement: string): Promise<readonly unknown[]> => (await sql.raw(statement).execute(database.kysely)).rows;
  const publish = async (): Promise<void> => {
    for (const statement of createTableSql(shapeOf(design, () => undefined))) await all(statement);
    await all(`insert into x_specimen (name, grade) values ('kept', 'a')`);
  };

  beforeEach(async () => {
    database = await openTestDatabase(kind);
  });
  afterEach(() => database.close());

  it('is made where there is none', async () => {
    expect(await start(steps)).toEqual(['specimen/0001-table']);
    expect(await start(grown)).toEqual(['specimen/0002-redesign']);
    expect(await all('select name, more from x_specimen')).toEqual([]);
  });

  it('is taken as it is where the section was designed here, and changed by later steps', async () => {
    await publish();
    expect(await start(steps)).toEqual([]);
    expect(await start(grown)).toEqual(['specimen/0002-redesign']);
    expect(await all('select name, more from x_specimen')).toEqual([{ name: 'kept', more: null }]);
  });

  it('has what later steps bring where it stands before them, and not twice where it stands after them', async () => {
    await publish();
    expect(await start(grown)).toEqual(['specimen/0002-redesign']);
    expect(await all('select name, more from x_specimen')).toEqual([{ name: 'kept', more: null }]);
    await all(`delete from section_step where section = 'specimen'`);
    await all('create index by_grade on x_specimen (grade)');
    expect(await start(grown)).toEqual([]);
    expect(await all(`select step from section_step where section = 'specimen' order by step`)).toEqual([
      { step: '0001-table' },
      { step: '0002-redesign' },
    ]);
    expect(await all('select name, more from x_specimen')).toEqual([{ name: 'kept', more: null }]);
  });

  it.each([
    ['options', 'alter table x_specimen drop constraint x_specimen_grade_check', 'x_specimen_grade_check'],
    ['unique lists', 'alter table x_specimen add constraint own unique (name)', 'own, own'],
    ['values that have to be given', 'alter table x_specimen alter column name drop not null', 'name'],
    ['first values', `alter table x_specimen alter column name set default 'x'`, 'name'],
  ])('is left alone where it has other %s', async (_, change, differs) => {
    await publish();
    await all(change);
    await expect(start(steps)).rejects.toThrow(`which is there already and differs in: ${differs}. Nothing was changed.`);
    expect(await all('select name from x_specimen')).toEqual([{ name: 'kept' }]);
    expect(await all(`select step from section_step where section = 'specimen'`)).toEqual([]);
  });

  it('is left alone where it has other columns', async () => {
    await publish();
    await all('alter table x_specimen drop column price');
    await all('alter table x_specimen alter column note_text type varchar(3)');
    await expect(start(steps)).rejects.toThrow('which is there already and differs in: note_text, price. Nothing was changed.');
    expect(await all('select name from x_specimen')).toEqual([{ name: 'kept' }]);
    expect(await all(`select step from section_step where section = 'specimen'`)).toEqual([]);
  });
});
