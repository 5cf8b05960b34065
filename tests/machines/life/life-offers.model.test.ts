import { FailureError } from '#domain/base/failure';
import { lifeOffersMachine } from '#machines/life/life-offers.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { offerOf } from './told-life.ts';

describeModel({
  machine: lifeOffersMachine,
  inputs: [{ resource: 'goods', ids: [3] }],
  events: [
    { type: 'offers.retried' },
    done('loadOffers', [{ id: 3, state: 'draft', version: 1, offers: [offerOf('publish')] }]),
    failed('loadOffers', new FailureError({ kind: 'timeout' })),
  ],
});
