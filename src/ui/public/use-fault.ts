import { use } from 'react';
import type { FaultRef } from '#machines/fault.machine';
import { useFirstTouch } from '../app/use-first-touch.ts';
import { LeafLogicsContext } from '../kit/leaf-logics.ts';
import { useLeafActor } from '../kit/use-leaf-actor.ts';

/** Visible time before the automatic return. Source: readings 2, "How long until the automatic return". */
export const RETURN_SECONDS = 5;

/** The countdown of a fault page, stopped as soon as somebody is there. */
export function useFault(): FaultRef {
  const fault = useLeafActor(use(LeafLogicsContext).fault, { id: 'fault', input: { seconds: RETURN_SECONDS } });
  useFirstTouch(() => fault.send({ type: 'fault.touched' }));
  return fault;
}
