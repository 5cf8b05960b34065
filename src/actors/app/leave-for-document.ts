import { hrefOf, isSamePath, type Address } from '#domain/base/addresses/address';
import { FailureError } from '#domain/base/failure';
import { FAULT_PATHS } from '#domain/app/route-target';

/** A page that still stands here then was stopped on its way, or is slow: its link works again, and nothing says that it comes at once. */
const LEFT_WITHIN_MS = 10_000;

/**
 * Public pages are the server's: the browser goes there, and what was asked for here seldom arrives. Where the application itself was sent
 * for the address, since nothing was built that could draw it, the page stays and shows what it has.
 * @param isAsked whether the visitor was asked about what is not saved: the browser need not ask once more
 * @throws FailureError where the page stays, since the visitor has stopped the browser
 */
export async function leaveForDocument(address: Address, isAsked: boolean): Promise<void> {
  if (isSamePath(location.pathname, address.path)) return;
  const { onbeforeunload: hold } = window;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- in the place of the one that holds the page: this leaving passes, the next is asked about
  if (isAsked) window.onbeforeunload = () => void (window.onbeforeunload = hold);
  // Nobody wants back to a page that only says what went wrong.
  if (FAULT_PATHS.includes(location.pathname)) location.replace(hrefOf(address));
  else location.assign(hrefOf(address));
  // Who comes back by the browser's button finds the page as it was left, on its way: it begins again.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  await new Promise((resolve) => setTimeout(resolve, LEFT_WITHIN_MS));
  throw new FailureError({ kind: 'aborted' });
}
