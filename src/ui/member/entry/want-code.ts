import type { Channel } from '#domain/members/channel';
import { checkAddress } from '#domain/members/entry-rules';
import type { VerificationCodeRef } from '#machines/session/verification-code.machine';
import { valueOf, type PlainForm } from '../base/plain-form.ts';

export interface WantedCode {
  readonly element: HTMLFormElement | null;
  readonly channel: Channel;
  readonly form: Pick<PlainForm, 'refuse'>;
  readonly code: VerificationCodeRef;
}

/** Asks for a code to the address that stands in the form; what is no address is refused there. */
export function wantCode({ element, channel, form, code }: WantedCode): void {
  if (!element) return;
  const target = valueOf(element, 'address').trim();
  const issue = checkAddress(channel, target);
  if (!issue) return code.send({ type: 'code.requested', target, password: null });
  form.refuse('address', issue);
  element.querySelector<HTMLInputElement>('[name="address"]')?.focus();
}
