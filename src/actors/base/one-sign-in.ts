import type { Area } from '#domain/base/area';
import { FailureError } from '#domain/base/failure';

const underWay: Partial<Record<Area, Promise<unknown>>> = {};

/**
 * Signs in to an area unless another way has done so meanwhile: a passkey that the browser offers may be chosen while a password is on its
 * way, and each would begin a session of its own, of which one is left behind. Who has to wait begins where the other was refused.
 * @throws FailureError `aborted` where the other has come in
 */
export async function oneSignIn<T>(area: Area, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (let other = underWay[area]; other; other = underWay[area]) {
    const hasEntered = await other.then(
      () => true,
      () => false,
    );
    if (hasEntered) throw new FailureError({ kind: 'aborted' });
  }
  if (signal.aborted) throw new FailureError({ kind: 'aborted' });
  const own = run();
  underWay[area] = own;
  try {
    return await own;
  } finally {
    if (underWay[area] === own) delete underWay[area];
  }
}
