import { languageMachine } from '#machines/app/language.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: languageMachine,
  inputs: [{ language: 'zh-cn' }],
  events: [
    { type: 'language.changeRequested', language: 'en' },
    { type: 'language.changeRequested', language: 'zh-cn' },
    { type: 'language.changeConfirmed' },
    { type: 'language.changeDismissed' },
    { type: 'work.unsavedChanged', isUnsaved: true },
    { type: 'work.unsavedChanged', isUnsaved: false },
    done('saveLanguage'),
    failed('saveLanguage', new Error('storage is full')),
  ],
  // The language of a running page never changes: only a reload does that.
  always: (snapshot) => snapshot.context.language === 'zh-cn',
});
