import { readRelated } from '#api/contract/table/related';
import { rejection } from '#domain/base/failure';
import { may } from '../../resources/access/permissions.ts';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { savedViewRoutes } from './saved-view.routes.ts';
import { createSavedViews } from './saved-views.service.ts';
import { tableFactsRoutes } from './table-facts.routes.ts';
import { createTableFacts } from './table-facts.service.ts';

/** What lists have beside the calls of their resource: saved views, and the tables and columns to choose from. */
export function mountTable({ table, resources, ports }: Pick<FeatureContext, 'table' | 'resources' | 'ports'>): void {
  tableFactsRoutes(table, createTableFacts(ports, resources));
  mountForAdmin(table, readRelated, ({ resource: name, ids }, caller) => {
    const engine = resources.get(name);
    if (!engine || !may(caller, `${engine.context.pagePath}/del`.toLowerCase())) throw rejection('refusals.forbidden');
    return engine.tellRelated(ids, caller);
  });
  savedViewRoutes(
    table,
    createSavedViews(ports, (name) => resources.get(name)?.resource),
  );
}
