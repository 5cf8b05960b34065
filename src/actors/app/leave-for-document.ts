import { hrefOf, isSamePath, type Address } from '#domain/base/addresses/address';
import { FAULT_PATHS } from '#domain/app/route-target';

/**
 * Public pages are the server's: the browser goes there, and what was asked for here never arrives. Where the application itself was sent
 * for the address, since nothing was built that could draw it, the page stays and shows what it has.
 */
export async function leaveForDocument(address: Address): Promise<void> {
  if (isSamePath(location.pathname, address.path)) return;
  // Nobody wants back to a page that only says what went wrong.
  if (FAULT_PATHS.includes(location.pathname)) location.replace(hrefOf(address));
  else location.assign(hrefOf(address));
  // Who comes back by the browser's button finds the page as it was left, on its way: it begins again.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  await new Promise<never>(() => {});
}
