import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { createResources, type Resources } from '../../resources/registry.ts';
import { databaseWithin } from './within-transaction.ts';

/** The sections that run here, run once more inside an open transaction and without routes: what is tried there nobody else sees. */
export function shadowResources(ports: ServerPorts, resources: Resources, trx: Transaction<Tables>) {
  const inside: ServerPorts = { ...ports, database: databaseWithin(ports.database, trx) };
  const shadow = createResources(inside, { swap: () => undefined, takenEvents: () => [] });
  const declared = resources.all().map(({ resource, context: { hooks } }) => ({ resource, hooks }));
  const isShipped = ({ resource: { name } }: (typeof declared)[number]): boolean => resources.originOf(name) === 'shipped';
  shadow.registerAll(declared.filter(isShipped), 'shipped');
  const live = declared.filter((one) => !isShipped(one));
  for (const { resource } of live) shadow.importTable(resource.table);
  shadow.registerAll(live, 'runtime');
  return { ports: inside, resources: shadow };
}
