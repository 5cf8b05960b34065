import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { gatewayMachine, type Renewal } from '#machines/session/gateway.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const refused = { kind: 'rejected', code: 0, message: 'unknown' } as const;
const unanswered = { kind: 'unreachable', online: true } as const;
const tokens = { token: new Secret('new'), refreshToken: new Secret('next') };
const renewal = (answer: Renewal) => done('renewToken', answer);

describeModel({
  machine: gatewayMachine,
  inputs: [{ area: 'admin' }],
  events: [
    { type: 'gateway.tokenExpired', generation: 0 },
    { type: 'gateway.tokenExpired', generation: 1 },
    { type: 'gateway.redirected', generation: 0, target: { routePath: '/' }, message: 'moved' },
    { type: 'gateway.redirected', generation: 1, target: { routeName: 'adminLogin' }, message: '' },
    { type: 'gateway.tokenNeeded' },
    { type: 'gateway.tokenReplaced' },
    { type: 'gateway.sessionEnded' },
    renewal({ outcome: 'renewed', tokens }),
    renewal({ outcome: 'refused', isOnLoginRoute: true, failure: refused }),
    renewal({ outcome: 'refused', isOnLoginRoute: false, failure: refused }),
    renewal({ outcome: 'unanswered', failure: unanswered }),
    done('awaitLine', undefined),
    failed('awaitLine', new FailureError({ kind: 'aborted' })),
    failed('renewToken', new FailureError({ kind: 'aborted' })),
  ],
  only: ({ context }) => context.generation < 3,
  always: (snapshot) => snapshot.hasTag('busy') === snapshot.matches('renewing'),
});
