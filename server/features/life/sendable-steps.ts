import type { listSendable } from '#api/contract/life/life-rehearsal';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { mayListOf } from '../../resources/access/permissions.ts';
import { eventLabel } from '../../resources/life/life-words.ts';
import type { Resources } from '../../resources/registry.ts';
import { requireDrawing } from './drawn-life.ts';

/**
 * What a step that is drawn may lead on: what `relatedFindings` lets pass, of the sections that the caller sees.
 * @throws FailureError where the caller may not draw
 */
export function sendableSections(
  ports: ServerPorts,
  resources: Pick<Resources, 'all'>,
  caller: AdminCaller,
): OutputOf<typeof listSendable> {
  requireDrawing(caller);
  const sections = resources.all().flatMap(({ resource }) => {
    const { life } = resource;
    if (!life || !mayListOf(resource, caller)) return [];
    const labelOf = (event: string, language: 'zh-cn' | 'en') => eventLabel({ resource, ports }, life, event, language);
    const events = Object.entries(life.events).flatMap(([name, { right }]) =>
      right === 'none' ? [{ name, label: { 'zh-cn': labelOf(name, 'zh-cn'), en: labelOf(name, 'en') } }] : [],
    );
    return [{ name: resource.name, events }];
  });
  return { sections };
}
