import { useSelector } from '@xstate/react';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import { selectSendable } from '#machines/designer/sendable-steps.machine';
import { useBundle } from '../../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../../base/use-leaf-actor.ts';

/** What the steps of other sections are called, for what only tells of them; null while nobody knows. */
export function useSendable(): readonly SendableSection[] | null {
  const sendable = useLeafActor(useBundle('designer').sendable, { id: 'sendableSteps', input: undefined });
  return useSelector(sendable, selectSendable);
}
