import { FailureError } from '#domain/base/failure';
import { chatFormMachine } from '#machines/chat/chat-form.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: chatFormMachine,
  inputs: [undefined],
  events: [
    { type: 'chatForm.sent', form: { kind: 'import', fileId: 'f1' } },
    { type: 'chatForm.sent', form: { kind: 'rate', message: 'a1', reasons: ['wrong'], chatText: '' } },
    done('sendForm', { conversations: 2, messages: 5 }),
    failed('sendForm', new FailureError({ kind: 'rejected', code: 0, message: 'The file is not one of ours' })),
  ],
  view: ({ context: { form, result, failure } }) => [form?.kind, result?.conversations, failure?.kind],
  always: (snapshot) =>
    snapshot.hasTag('done') === (snapshot.context.result !== null) &&
    snapshot.hasTag('busy') === (snapshot.context.form !== null && snapshot.matches('sending')),
});
