import { outsideStylesMachine } from '#machines/app/outside-styles.machine';
import { describeModel, failed } from '#tests/machines/support/model.ts';

const [one, two] = ['https://a.test/one.css', 'https://b.test/two.css'] as const;

describeModel({
  machine: outsideStylesMachine,
  inputs: [undefined],
  events: [
    { type: 'styles.wanted', sheets: [] },
    { type: 'styles.wanted', sheets: [one, two] },
    { type: 'styles.wanted', sheets: [two] },
    { type: 'sheet.loaded', sheet: one },
    { type: 'sheet.failed', sheet: two },
    { type: 'sheet.loaded', sheet: two },
    failed('loadSheets', new Error('no head')),
  ],
  always: (snapshot) => {
    const { wanted, loaded, failed: lost } = snapshot.context;
    const isSettled = wanted.every((sheet) => loaded.includes(sheet) || lost.includes(sheet));
    return !(snapshot.matches({ showing: 'loading' }) && isSettled) && snapshot.hasTag('busy') === snapshot.matches({ showing: 'loading' });
  },
});
