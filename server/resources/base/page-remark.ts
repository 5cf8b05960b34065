import { REMARK_MEMORY_MS } from '../../base/limits.ts';
import type { ResourceContext } from './resource-context.ts';

/**
 * The note of the page's menu rule, shown above the table. It is kept for a few seconds, since every list asks for it and hardly
 * anybody ever changes it.
 * Source: wire protocol §4.4.
 */
export function createPageRemark({ ports, pagePath }: Pick<ResourceContext, 'ports' | 'pagePath'>): () => Promise<string> {
  let kept: { readonly text: string; readonly atMs: number } | null = null;
  return async () => {
    const nowMs = ports.clock.nowMs();
    if (kept && Math.abs(nowMs - kept.atMs) < REMARK_MEMORY_MS) return kept.text;
    const rules = await ports.database.kysely
      .selectFrom('admin_rule')
      .select('remark')
      .where('name', 'in', [pagePath, `${pagePath}/index`])
      .execute();
    const text = rules.find(({ remark }) => remark !== '')?.remark ?? '';
    kept = { text, atMs: nowMs };
    return text;
  };
}
