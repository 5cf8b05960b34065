import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { ApiAnswer } from '#domain/programs/api-answer';
import type { ApiOperation, ApiOperationEntry } from '#domain/programs/api-operation';
import { apiCallMachine, type ApiCallTask } from '#machines/programs/api-call.machine';
import { apiExplorerMachine } from '#machines/programs/api-explorer.machine';
import { deedOf } from '#ui/admin/programs/trial/trial-view.ts';
import { ApiExplorerView } from '#ui/admin/programs/trial/ApiExplorerPage.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { ADD, ANSWER, entryOf, LIST } from '#tests/machines/programs/api-operations.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

beforeEach(async () => {
  await startKitMessages('en');
  await loadMessages(['apiTrial']);
});

async function open(answer: (task: ApiCallTask) => Promise<ApiAnswer> = () => Promise.resolve(ANSWER)) {
  const sent: ApiCallTask[] = [];
  const trial = createActor(
    apiExplorerMachine.provide({
      actors: {
        readOperations: fromPromise<readonly ApiOperationEntry[]>(() => Promise.resolve([entryOf(LIST), entryOf(ADD)])),
        readOperation: fromPromise<ApiOperation, ApiOperationEntry | null>(({ input }) =>
          Promise.resolve(input?.path === ADD.path ? ADD : LIST),
        ),
      },
    }),
  ).start();
  const callLogic = apiCallMachine.provide({
    actors: {
      send: fromPromise<ApiAnswer, ApiCallTask>(({ input }) => {
        sent.push(input);
        return answer(input);
      }),
    },
  });
  renderInApp(<ApiExplorerView trial={trial} callLogic={callLogic} origin="https://www.example.com" />);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Search calls in either language' }), '商品 add');
  await user.click(await screen.findByRole('button', { name: 'POST add' }));
  await screen.findByRole('form', { name: 'Request' });
  return { sent, user };
}

const giveToken = (user: ReturnType<typeof userEvent.setup>) => user.type(screen.getByLabelText('API token'), 'trp_secret');
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Send and write' }));

describe.each([
  ['zh-cn', '添加一条商品记录。', '对商品记录执行“上架”，要么全部成功，要么都不改。'],
  ['en', 'Adds a record of product.', 'Sends “Publish” to records of product: all of them or none.'],
] as const)('what a call does, in %s', (language, text, sent) => {
  beforeEach(async () => {
    await startKitMessages(language);
    await loadMessages(['apiTrial']);
  });

  it('is told in the reader’s language, and as the document has it where only one section has the call', () => {
    expect(deedOf(entryOf(ADD))).toEqual({ text });
    const event = { ...entryOf(ADD), path: '/api/admin/goods.Goods/publish', summary: 'Sends “publish” to records of goods.' };
    expect(deedOf({ ...event, event: { 'zh-cn': '上架', en: 'Publish' } })).toEqual({ text: sent });
    // Of what one section alone has.
    expect(deedOf(event)).toEqual({ text: 'Sends “publish” to records of goods.', lang: 'en' });
  });
});

describe('the page on which calls are tried', () => {
  it('sends nothing without a token, and says so', async () => {
    const { sent, user } = await open();
    await press(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Enter an API token at the top of the page first.');
    expect(sent).toEqual([]);
  });

  it('sends the example with the token, and shows the answer with a way to its change', async () => {
    const { sent, user } = await open();
    await giveToken(user);
    await press(user);
    const answer = within(await screen.findByRole('region', { name: 'Response' }));
    expect(answer.getByText('Status 200 · code 1')).toBeDefined();
    expect(answer.getByText('abc')).toBeDefined();
    expect(answer.getByRole('link', { name: 'Look at it and undo it' }).getAttribute('href')).toBe('/admin/security/change?id=1307');
    expect(sent.map(({ token, request }) => [token?.reveal(), request.method, request.path, request.body])).toEqual([
      ['trp_secret', 'POST', '/api/admin/goods.Goods/add', '{\n  "title": "",\n  "price": ""\n}'],
    ]);
    // What others copy has no token in it.
    expect(document.body.textContent).toContain('$TROUPE_TOKEN');
    expect(document.body.textContent).not.toContain('trp_secret');
  });

  it('names a body that is no JSON at its field, and takes the example back', async () => {
    const { sent, user } = await open();
    await giveToken(user);
    const body = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Request body (JSON)' });
    await user.type(body, 'x');
    await press(user);
    expect((await screen.findByRole('alert')).textContent).toBe('This is not valid JSON');
    await user.click(screen.getByRole('button', { name: 'Restore the example' }));
    expect(body.value).toBe('{\n  "title": "",\n  "price": ""\n}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('stops waiting where that is wanted, and says what that means', async () => {
    const { user } = await open(() => new Promise(() => undefined));
    await giveToken(user);
    await press(user);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/You stopped waiting/u)).toBeDefined();
  });

  it('says why no answer came', async () => {
    const { user } = await open(() => Promise.reject(new FailureError({ kind: 'unreachable', online: false })));
    await giveToken(user);
    await press(user);
    expect((await screen.findByRole('alert')).textContent).toContain('No response was received.');
  });
});
