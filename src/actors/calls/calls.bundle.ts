import { createTransport, type TransportOptions } from '#api/transport';
import { createCalls, type CallsOptions } from './calls.ts';

export type LineOptions = TransportOptions;

/** Everything a call needs, in one piece that is loaded late. */
export const openLine = ({ language, isOnline, fetch, ...options }: Omit<CallsOptions, 'transport'> & LineOptions) =>
  createCalls({ ...options, transport: createTransport({ language, isOnline, ...(fetch && { fetch }) }) });
