import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { Resources } from '../../resources/registry.ts';
import { othersIn } from './design-world.ts';

type Trx = Transaction<Tables>;

/** A section whose fields name what does not run would not run itself: it stays as it is, and they are told by name. */
export async function refuseTargetless(trx: Trx, resources: Resources, { name, fields }: Resource): Promise<void> {
  const sections = await trx.selectFrom('section').select(['design', 'state']).where('design', 'is not', null).execute();
  const running = new Set(othersIn(resources, sections).flatMap(({ resource, isPaused }) => (isPaused ? [] : [resource.name])));
  const named = Object.values(fields).flatMap((field) => ('of' in field && field.of !== name ? [field.of] : []));
  const away = [...new Set(named.filter((one) => !running.has(one)))];
  if (away.length > 0) throw rejection('refusals.designer.targetsAway', { names: away.join(', ') });
}

/** A section that others name stays, also while these pause: they are told by name. */
export async function refuseReferred(trx: Trx, resources: Resources, name: string): Promise<void> {
  const sections = await trx.selectFrom('section').select(['design', 'state']).where('design', 'is not', null).execute();
  const referrers = othersIn(resources, sections)
    .map(({ resource }) => resource)
    .filter((resource) => resource.name !== name && Object.values(resource.fields).some((field) => 'of' in field && field.of === name));
  if (referrers.length > 0) throw rejection('refusals.designer.inUse', { names: referrers.map((one) => one.name).join(', ') });
}
