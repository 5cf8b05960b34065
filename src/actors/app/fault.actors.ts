import { addressOf, isSamePath } from '#domain/base/addresses/address';
import { FAULT_PATHS } from '#domain/app/route-target';
import { faultMachine } from '#machines/app/fault.machine';
import type { NavigationRef } from '#machines/app/navigation.machine';
import type { HistoryPort, PagePort } from '../base/ports.ts';

/** What lies behind the page, and the page itself. */
export interface WaysOut {
  readonly history: Pick<HistoryPort, 'href' | 'go' | 'stepsBack'>;
  readonly page: Pick<PagePort, 'reload'>;
}

interface FaultPorts extends WaysOut {
  readonly navigation: Pick<NavigationRef, 'send'>;
}

const pathOf = (href: string): string => addressOf(href)?.path ?? '';

/**
 * The two ways out of a fault page. Back leads past the page itself and past other fault pages, so two pages that both lead here cannot
 * throw a visitor to and fro; where nothing of ours lies behind, the way out is home. A broken home page is loaded anew.
 * Source: readings 2.9.
 */
export function faultLogic({ history, page, navigation }: FaultPorts): typeof faultMachine {
  const isElsewhere = (href: string) => [...FAULT_PATHS, pathOf(history.href())].every((path) => !isSamePath(path, pathOf(href)));
  const goHome = () => {
    if (isSamePath(pathOf(history.href()), '/')) page.reload();
    else navigation.send({ type: 'navigation.requested', to: '/', mode: 'replace' });
  };
  const goBack = () => {
    const steps = history.stepsBack(isElsewhere);
    if (steps === null) goHome();
    else history.go(-steps);
  };
  return faultMachine.provide({ actions: { goHome, goBack } });
}
