import { sql } from 'kysely';
import { wireNameOf } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { PLAIN_SHAPE } from '#domain/designer/section-design';
import { createTableSql, shapeOf } from '#domain/designer/table-shape';
import type { Resource } from '#domain/table/resource';
import type { Database } from '#server/db/base/database';

/** Creates the table of a resource that was declared at run time, as publishing does; its secrets have columns for tests of hooks. */
export async function createResourceTable(database: Database, resource: Resource): Promise<void> {
  const shape = shapeOf({ declaration: resource, shape: PLAIN_SHAPE }, () => undefined);
  for (const statement of createTableSql(shape)) await sql.raw(statement).execute(database.kysely);
  for (const [key, field] of Object.entries(resource.fields)) {
    if (describedKind(field).storage !== 'secret') continue;
    await sql.raw(`alter table ${resource.table} add column ${wireNameOf(key, field)} text not null default ''`).execute(database.kysely);
  }
}
