import { createTransport, type TransportOptions } from '#api/transport';
import { createCalls, type CallsOptions } from './calls.ts';

export type CallsBundleOptions = TransportOptions;

/** Everything a call needs, in one piece that is loaded late. */
export const openCalls = ({ language, isOnline, fetch, ...options }: Omit<CallsOptions, 'transport'> & CallsBundleOptions) =>
  createCalls({ ...options, transport: createTransport({ language, isOnline, ...(fetch && { fetch }) }) });
