import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { issueApiToken } from '#api/contract/programs/api-tokens';
import { issueWebhookSecret, readDeliveryAttempts, replayDelivery, testWebhook } from '#api/contract/programs/webhooks';
import { tryModel } from '#api/contract/chat/model-trial';
import { listAdminRules, explainRight } from '#api/contract/rights/rights';
import { previewNotice, previewPage } from '#api/contract/site/preview';
import { Secret } from '#domain/base/secret';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { requireResource } from '../base/resource-book.ts';
import type { RuleOption } from '#domain/rights/explanation';
import { modelTrialMachine } from '#machines/chat/model-trial.machine';
import { deliveryLogMachine } from '#machines/programs/delivery-log.machine';
import { webhookTrialMachine } from '#machines/programs/webhook-trial.machine';
import { tokenIssueMachine } from '#machines/programs/token-issue.machine';
import { explanationMachine } from '#machines/rights/explanation.machine';
import { draftPreviewMachine } from '#machines/site/draft-preview.machine';
import { windowFormMachine } from '#machines/table/window-form.machine';
import { recordFormLogic } from '../table/record-form.actors.ts';
import { newRecording, type Recording } from '../observe/recording.actors.ts';
import { newKeptRun, type KeptRunDesk } from '../terminal/kept-run.actors.ts';
import { saveFile } from '../base/save-file.ts';

/** The logics of what rows open in windows of their own, with their effects bound. */
export interface RowWindowBundle {
  readonly explanation: typeof explanationMachine;
  readonly draftPreview: typeof draftPreviewMachine;
  readonly modelTrial: typeof modelTrialMachine;
  readonly tokenIssue: typeof tokenIssueMachine;
  /** The same for what the messages of a webhook are signed with. */
  readonly secretIssue: typeof tokenIssueMachine;
  readonly webhookTrial: typeof webhookTrialMachine;
  readonly deliveryLog: typeof deliveryLogMachine;
  readonly windowForm: typeof windowFormMachine;
  /** Each report has its own. */
  readonly newRecording: () => Recording;
  /** The same for a run of the terminal. */
  readonly newKeptRun: () => KeptRunDesk;
}

export const rowWindowBundle = ({ call }: { readonly call: Call }): RowWindowBundle => ({
  explanation: explanationMachine.provide({
    actors: {
      loadRules: fromPromise(async ({ signal }) => {
        const { list } = await call(listAdminRules, {}, { signal, duplicates: 'allowed' });
        return optionsIn(list ?? [], 0);
      }),
      explain: fromPromise(({ input, signal }) => call(explainRight, input, { signal })),
    },
  }),
  draftPreview: draftPreviewMachine.provide({
    actors: {
      issue: fromPromise(async ({ input: { kind, id }, signal }) => {
        const { addresses } = await call(kind === 'notice' ? previewNotice : previewPage, { id }, { signal });
        return addresses;
      }),
    },
  }),
  modelTrial: modelTrialMachine.provide({
    actors: { tryModel: fromPromise(({ input, signal }) => call(tryModel, input, { signal })) },
  }),
  tokenIssue: tokenIssueMachine.provide({
    actors: {
      issue: fromPromise(async ({ input: { id, password }, signal }) => {
        const { token } = await call(
          issueApiToken,
          { id, password: password ?? new Secret('') },
          { signal, timeoutMs: ANSWERED_WITHIN_MS },
        );
        return new Secret(token);
      }),
    },
  }),
  secretIssue: tokenIssueMachine.provide({
    actors: {
      issue: fromPromise(async ({ input: { id, password }, signal }) => {
        const { secret } = await call(
          issueWebhookSecret,
          { id, password: password ?? new Secret('') },
          { signal, timeoutMs: ANSWERED_WITHIN_MS },
        );
        return new Secret(secret);
      }),
    },
  }),
  webhookTrial: webhookTrialMachine.provide({
    actors: { send: fromPromise(({ input, signal }) => call(testWebhook, input, { signal })) },
  }),
  deliveryLog: deliveryLogMachine.provide({
    actors: {
      load: fromPromise(({ input, signal }) => call(readDeliveryAttempts, input, { signal, duplicates: 'allowed' })),
      replay: fromPromise(({ input, signal }) => call(replayDelivery, input, { signal })),
    },
  }),
  windowForm: windowFormMachine.provide({ actors: { recordForm: recordFormLogic({ call, resourceOf: requireResource }) } }),
  newRecording: () => newRecording({ call, saveFile }),
  newKeptRun: () => newKeptRun({ call, saveFile }),
});

const optionsIn = (rows: readonly Readonly<Record<string, unknown>>[], depth: number): RuleOption[] =>
  rows.flatMap(({ name, title, children }) =>
    typeof name === 'string' && typeof title === 'string'
      ? [{ node: name, title, depth }, ...optionsIn(Array.isArray(children) ? children : [], depth + 1)]
      : [],
  );
