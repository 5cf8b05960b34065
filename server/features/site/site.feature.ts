import { previewNotice, previewPage } from '#api/contract/site/preview';
import { rejection } from '#domain/base/failure';
import { documentPath } from '#domain/site/document-address';
import type { PreviewKind } from '#domain/site/preview';
import type { AdminCaller } from '../../base/caller.ts';
import { mountForAdmin } from '../../routing/mount.ts';
import type { FeatureContext } from '../base/feature.ts';
import { createPreviews, draftPath } from './previews.ts';
import { publicRoutes } from './public.routes.ts';

/** What the back office asks of the public site beside its sections, and what the site tells programs. */
export function mountSite(context: Pick<FeatureContext, 'table' | 'ports'>): void {
  const { table, ports } = context;
  publicRoutes(context);
  const previews = createPreviews(ports);
  const { kysely } = ports.database;

  async function preview(kind: PreviewKind, id: number, caller: AdminCaller) {
    const path = await draftPath(kysely, { kind, id });
    if (path === undefined) throw rejection('refusals.recordNotFound');
    const [chinese, english] = await previews.issue({ kind, id }, caller, 2);
    return {
      addresses: { 'zh-cn': `${documentPath('zh-cn', path)}?preview=${chinese}`, en: `${documentPath('en', path)}?preview=${english}` },
    };
  }

  mountForAdmin(table, previewNotice, ({ id }, caller) => preview('notice', id, caller));
  mountForAdmin(table, previewPage, ({ id }, caller) => preview('page', id, caller));
}
