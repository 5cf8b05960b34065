import { PrivateAddressError } from './outside-request.ts';

/** What the ways of saying that a name has no address have in common. */
const UNKNOWN_HOST = /^(?:ENOTFOUND|EAI_\w+)$/u;
/** What is said of a certificate that nobody vouches for, that is out of date, or that is another host's. */
const CERTIFICATE = /CERT|UNABLE_TO_(?:GET|VERIFY)/u;

type OutsideFault = 'private' | 'unknownHost' | 'certificate' | 'timedOut' | 'unreachable';

/** Why a host that stands in the settings gave no answer. @param timeout what ended the request where its time was over */
export function outsideFault(error: unknown, timeout: AbortSignal): OutsideFault {
  if (error instanceof PrivateAddressError) return 'private';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (UNKNOWN_HOST.test(code)) return 'unknownHost';
  if (CERTIFICATE.test(code)) return 'certificate';
  return timeout.aborted ? 'timedOut' : 'unreachable';
}
