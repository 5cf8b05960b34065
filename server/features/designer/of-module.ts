import { rejection } from '#domain/base/failure';
import type { Row } from '../../db/tables/tables.ts';

/**
 * A module's sections change with the module alone. Asked of a row that is locked, or the module may come between.
 * @param owner the module that changes its own; null where people do
 * @throws FailureError naming the module
 */
export function refuseOfModule({ module_uid: uid }: Pick<Row<'section'>, 'module_uid'>, owner: string | null = null): void {
  if (uid !== null && uid !== owner) throw rejection('refusals.designer.ofModule', { uid });
}
