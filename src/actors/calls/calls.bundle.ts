import { createTransport } from '#api/transport';
import type { TransportOptions } from '#api/wire-request';
import { createCalls, type CallsOptions } from './calls.ts';
import { bringRepeat } from './repeating.ts';

export type CallsBundleOptions = TransportOptions;

/**
 * The first number is that of the sections that are there. Of several processes one may be a second behind: only a later number tells
 * something new.
 */
function onRise(risen: () => void): (clock: number) => void {
  let newest: number | null = null;
  return (clock) => {
    const isNew = newest !== null && clock > newest;
    newest = Math.max(newest ?? clock, clock);
    if (isNew) risen();
  };
}

/** Where it does not come, a call that needs it asks again. */
const onTouch = (): void => void bringRepeat().catch(() => undefined);

/** Everything a call needs, in one piece that is loaded late. */
export const openCalls = ({ language, isOnline, fetch, ...options }: Omit<CallsOptions, 'transport'> & CallsBundleOptions) => {
  const onSections = onRise(options.permissionsStale);
  return createCalls({ ...options, transport: createTransport({ language, isOnline, onSections, onTouch, ...(fetch && { fetch }) }) });
};
