import { fromPromise } from 'xstate';
import { remoteSelectMachine, type OptionsPage, type OptionsRequest, type RemoteOption } from '#machines/remote-select.machine';
import { t } from '../../app/i18n.ts';

const offered = (): readonly RemoteOption[] =>
  (['small', 'medium', 'large'] as const).map((option, index) => ({
    value: index + 1,
    label: t(`fields.dev.options.${option}`),
    parentId: null,
    depth: 0,
  }));

/** A remote select whose records are always there, so that the page needs nobody to be signed in. */
export const sampleRemoteSelect = remoteSelectMachine.provide({
  actors: {
    loadOptions: fromPromise<OptionsPage, OptionsRequest>(({ input: { text, value } }) => {
      const options = offered().filter((option) => (value === null ? option.label.includes(text) : option.value === value));
      return Promise.resolve({ options, total: options.length });
    }),
  },
});
