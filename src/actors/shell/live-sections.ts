import type { Call } from '#api/client';
import { liveSections } from '#api/contract/designer/live-sections';
import { FailureError, isDecided, type Failure } from '#domain/base/failure';
import { isMissingCall } from '#domain/base/missing-call';
import type { MenuItem, ShellMenu } from '#domain/shell/menu';
import { pagePathOf, type Resource } from '#domain/table/resource';

/** A section that was published at run time, as this person may open it. */
export interface LiveSection {
  readonly resource: Resource;
  readonly revision: number;
}

/** Another server of the family has pages of its own, and no such call. One that is busy has not said so: what was known of sections stays. */
const isAnswer = (failure: Failure): boolean => isDecided(failure) || isMissingCall(failure) || failure.kind === 'malformed';

export async function readLive(call: Call, signal: AbortSignal): Promise<readonly LiveSection[]> {
  try {
    const { list } = await call(liveSections, { names: '' }, { signal });
    // Declarations were judged when they were published.
    return list.map(({ declaration, revision }) => ({ resource: declaration as Resource, revision }));
  } catch (error) {
    if (error instanceof FailureError && isAnswer(error.failure)) return [];
    throw error;
  }
}

/**
 * The menu keeps the name of a section in one language. Whoever reads another one sees the design's own word, unless somebody has given
 * the menu item another name.
 */
export function withOwnTitles(menu: ShellMenu, live: readonly LiveSection[], language: string): ShellMenu {
  const labels = new Map(live.map(({ resource }) => [pagePathOf(resource), resource.label]));
  const named = <T extends Pick<MenuItem, 'name' | 'title'>>(item: T): T => {
    const label = labels.get(item.name);
    const own = language === 'en' ? label?.en : label?.['zh-cn'];
    return own && item.title === (label?.['zh-cn'] ?? label?.en) ? { ...item, title: own } : item;
  };
  const itemOf = (item: MenuItem): MenuItem => ({ ...named(item), children: item.children.map(itemOf) });
  return { ...menu, items: menu.items.map(itemOf), routes: menu.routes.map(named) };
}
