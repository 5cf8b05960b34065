import { FailureError, rejection } from '#domain/base/failure';
import { publicFormMachine } from '#machines/modules/public-form.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const PROOF = { id: 'work-1', info: 'work:42' };

describeModel({
  machine: publicFormMachine,
  inputs: [undefined],
  events: [
    { type: 'form.submitted', values: { text: 'Hello' }, key: 'key-1' },
    { type: 'form.edited' },
    done('prove', PROOF),
    failed('prove', rejection('too many')),
    done('send'),
    failed('send', new FailureError({ kind: 'rejected', code: 0, message: 'Too short', fields: { text: 'Too short' } })),
  ],
  always: (snapshot) => {
    const { wish, proof, failure } = snapshot.context;
    return (
      // Nothing is sent without a proof of its own, and only a refusal says why.
      (!(snapshot.matches('sending') || snapshot.matches('sent')) || (proof.id !== '' && wish.key !== '')) &&
      (!snapshot.matches('proving') || proof.id === '') &&
      (failure !== null) === snapshot.matches('refused') &&
      snapshot.hasTag('busy') !== (snapshot.hasTag('editable') || snapshot.matches('sent'))
    );
  },
});
