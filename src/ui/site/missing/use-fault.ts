import { faultLogic } from '#actors/app/fault.actors';
import type { FaultRef } from '#machines/app/fault.machine';
import { useApp } from '../../base/app-context.ts';
import { useFirstTouch } from '../../base/use-first-touch.ts';
import { useLogics } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';

/** Visible time before the automatic return. Source: readings 2, "How long until the automatic return". */
export const RETURN_SECONDS = 5;

/**
 * The countdown of a fault page, stopped as soon as somebody is there.
 * @param seconds 0 for a page that does not leave by itself
 */
export function useFault(seconds = RETURN_SECONDS): FaultRef {
  const { waysOut } = useLogics();
  const { navigation } = useApp();
  const fault = useLeafActor(faultLogic({ ...waysOut, navigation }), { id: 'fault', input: { seconds } });
  useFirstTouch(() => fault.send({ type: 'fault.touched' }));
  return fault;
}
