import type { Kysely } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';

/** A module's sections change with the module alone. @throws FailureError naming the module */
export async function refuseOfModule(kysely: Kysely<Tables>, name: string): Promise<void> {
  const section = await kysely.selectFrom('section').select('module_uid').where('name', '=', name).executeTakeFirst();
  const uid = section?.module_uid ?? null;
  if (uid !== null) throw rejection('refusals.designer.ofModule', { uid });
}
