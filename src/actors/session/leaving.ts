import { redirectHref, loginPath } from '#domain/app/route-target';
import { selectFirstRoute, selectRoute, type NavigationRef } from '#machines/app/navigation.machine';
import type { Area } from '#domain/base/area';
import type { Person } from '#domain/session/people';
import type { GatewayPorts } from '../calls/gateway-ports.ts';
import type { AppNotices } from '../base/ports.ts';

export interface LeavingPorts {
  readonly notices: AppNotices;
  readonly navigationOf: () => NavigationRef | undefined;
}

/** Says who is signed in from now on, where another tab has done that. */
export interface Arriving {
  /** @param isOther whether somebody was signed in here */
  readonly announceArrival: (area: Area, person: Person, isOther: boolean) => void;
}

/** What a gateway does when its session is over: tells once, and goes where the server says. Source: specification §8; readings 4.17, 8.3. */
export function leavingFor({
  notices,
  navigationOf,
}: LeavingPorts): Pick<GatewayPorts, 'isOnLoginRoute' | 'announceLoss' | 'leaveFor'> & Arriving {
  const route = () => {
    const navigation = navigationOf();
    return navigation ? selectRoute(navigation.getSnapshot()) : null;
  };
  return {
    isOnLoginRoute: (area) => route()?.page === `${area}Login`,
    // A visitor of a public page misses nothing.
    announceLoss: (area, failure) => {
      // Who comes back to a browser that was signed out from elsewhere has no page yet.
      const navigation = navigationOf();
      if (!navigation || selectFirstRoute(navigation.getSnapshot())?.area !== area) return;
      if (failure) notices.warned('errors.needLogin');
      else notices.heard('leaving.signedOutElsewhere');
    },
    announceArrival: (area, { nickname, username }, isOther) => {
      // In the member centre a page of its own says that somebody else is signed in.
      if (route()?.area === area && !(isOther && area === 'member')) notices.heard('leaving.signedInAs', { name: nickname || username });
    },
    leaveFor: (area, target, message) => {
      if (message !== '') notices.failed({ kind: 'rejected', code: 302, message });
      const href = redirectHref(target);
      // Inside the area the end of the session leads to its login page anyway, with the way back in the address.
      if (href === null || (href === loginPath(area) && route()?.area === area)) return;
      navigationOf()?.send({ type: 'navigation.requested', to: href, mode: 'replace' });
    },
  };
}
