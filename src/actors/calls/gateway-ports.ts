import type { Observable } from 'rxjs';
import type { Call } from '#api/client';
import type { Area } from '#domain/base/area';
import type { Failure } from '#domain/base/failure';
import type { TokenPair } from '#domain/session/people';
import type { RedirectTarget } from '#machines/session/gateway.machine';
import type { Pause, WithLock } from '../base/call-ports.ts';

export interface GatewayPorts {
  /** Straight to the server: a renewal must not wait for itself. */
  readonly call: Call;
  readonly session: SessionAccess;
  readonly withLock: WithLock;
  readonly pause: Pause;
  readonly retryMoments: Observable<unknown>;
  readonly isOnLoginRoute: (area: Area) => boolean;
  /** Tells once that the area's session is over. */
  readonly announceLoss: (area: Area, failure: Failure | null) => void;
  readonly leaveFor: (area: Area, target: RedirectTarget, message: string) => void;
}

/** The area's tokens: in this tab, and in the storage that the tabs share. */
export interface SessionAccess {
  tokens(area: Area): TokenPair | null;
  /** Brings this tab up to what the tabs share. @returns whether that was news */
  follow(area: Area): boolean;
  /**
   * Puts other tokens (null: none) into shared storage, under the lock.
   * @returns false where what is stored is no longer `before`: somebody has signed in or out meanwhile, and that counts
   */
  keep(area: Area, before: TokenPair, next: TokenPair | null): boolean;
  renewed(area: Area, tokens: TokenPair): void;
  ended(area: Area): void;
}
