import { createEmptyActor } from 'xstate';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import { describeModel } from '#tests/machines/support/model.ts';
import { offerOf } from './told-life.ts';

describeModel({
  machine: stepChoiceMachine,
  inputs: [{ form: createEmptyActor() }],
  events: [
    { type: 'choice.made', offer: offerOf('publish') },
    { type: 'choice.made', offer: offerOf('takeOff', { asks: { comment: 'optional', fields: [] } }) },
    { type: 'choice.made', offer: offerOf('return', { asks: { comment: 'required', fields: [] } }) },
    { type: 'choice.commentTyped', comment: ' ' },
    { type: 'choice.commentTyped', comment: 'sold out' },
    { type: 'choice.confirmed' },
    { type: 'choice.cancelled' },
  ],
  view: ({ context: { offer, comment } }) => [offer?.event ?? null, comment],
});
