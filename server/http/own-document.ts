import { apiDocument } from '#api/contract/designer/live-sections';
import type { FeatureContext } from '../features/base/feature.ts';
import { may } from '../resources/access/permissions.ts';
import { mountForAdmin } from '../routing/mount.ts';
import { isOfUse } from './calls/programs.ts';
import { API_VERSION, openApiDocument } from './openapi.ts';

/** The API document of somebody who is signed in: all that is open to anyone, and the calls of live sections that they may make. */
export function mountOwnDocument({ table, resources }: Pick<FeatureContext, 'table' | 'resources'>): void {
  mountForAdmin(table, apiDocument, (_input, caller) => {
    const live = new Set(
      resources
        .all()
        .flatMap(({ resource }) => (resources.originOf(resource.name) === 'runtime' ? [resource.controller.toLowerCase()] : [])),
    );
    const isLive = (path: string): boolean => live.has((path.split('/')[2] ?? '').toLowerCase());
    const mayDo = (node: string): boolean => may(caller, node);
    const told = table.all().filter((mounted) => !isLive(mounted.endpoint.path) || isOfUse(mounted, mayDo));
    return Promise.resolve(openApiDocument(told, API_VERSION));
  });
}
