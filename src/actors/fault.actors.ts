import { faultMachine } from '#machines/fault.machine';
import type { NavigationRef } from '#machines/navigation.machine';
import type { HistoryPort } from './ports.ts';

export interface FaultPorts {
  readonly history: HistoryPort;
  readonly navigation: Pick<NavigationRef, 'send'>;
}

/**
 * The two ways out of a fault page. Each return goes one entry further back, so two pages that both lead here cannot throw a visitor to
 * and fro; where nothing of ours lies behind, the way out is home. Source: readings 2.9.
 */
export function faultLogic({ history, navigation }: FaultPorts): typeof faultMachine {
  const goHome = () => navigation.send({ type: 'navigation.requested', to: '/', mode: 'replace' });
  return faultMachine.provide({ actions: { goHome, goBack: () => (history.hasPrevious() ? history.go(-1) : goHome()) } });
}
