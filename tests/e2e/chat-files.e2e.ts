import { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PDF, PNG } from '#tests/support/upload-samples.ts';
import { signIn } from './support/admin-calls.ts';
import { visit } from './support/browser.ts';
import { answers, ask, box } from './support/chat-page.ts';
import { addSignedInMember, type SignedInMember } from './support/signed-in-member.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Files of questions, with a provider on this machine that takes pictures and one that takes texts alone. */
const stage = openStage({ env: { CHAT_PRIVATE_NETWORKS: '127.0.0.1' } });
const word = wordsOf('zh-cn');
const mock = new LLMock({ port: 0, logLevel: 'silent' });
let member: SignedInMember;

const MODEL = { protocol: 'openaiChat', api_key: 'nobody-reads-this-key', audiences: ['member'], mask_personal: 0, status: 1 };
const ROOM = { context_tokens: 32_000, max_output_tokens: 4096, price_in: 0, price_out: 0, charge: 'free' };

beforeAll(async () => {
  mock.onMessage(/./u, { content: '一个杯子，水要烧开。' });
  await mock.start();
  const admin = await signIn(stage.server.url);
  // What is added last is offered first.
  for (const [name, takes_images] of [
    ['Sees', 1],
    ['Reads', 0],
  ] as const) {
    const { code, msg } = await admin.post('chat.Model/add', {
      ...MODEL,
      ...ROOM,
      base_url: `${mock.url}/v1`,
      name,
      model: name,
      takes_images,
    });
    if (code !== 1) throw new Error(`the model ${name} was not added: ${msg}`);
  }
  member = await addSignedInMember(stage.server.url, 'filer');
});
afterAll(() => mock.stop());

interface Handed {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Hands files over as the browser does, to what is under the pointer or has the focus. @returns whether the page took them */
const handOver = (page: Page, way: 'drop' | 'paste', selector: string, files: readonly Handed[]): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, { kind, list }) => {
        const data = new DataTransfer();
        for (const { name, type, base64 } of list) {
          data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
        }
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
            : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
        return !element.dispatchEvent(event);
      },
      { kind: way, list: files.map(({ name, type, bytes }) => ({ name, type, base64: Buffer.from(bytes).toString('base64') })) },
    );

const tray = (page: Page) => page.getByRole('list', { name: word('chatWindows.files.label') });
const remove = (page: Page, name: string) => page.getByRole('button', { name: word('chatWindows.files.remove', { name }) });
const said = (page: Page, text: string) => page.getByRole('alert').getByText(text);
const model = (page: Page) => page.getByRole('combobox', { name: word('chatPage.composer.model') });

interface Heard {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}
/** What the provider was asked last. */
function lastHeard(): Heard {
  const heard = mock.getLastRequest();
  if (!heard) throw new Error('the provider was asked nothing');
  return heard.body as unknown as Heard;
}
const lastQuestion = (): unknown => {
  const { messages } = lastHeard();
  return messages.findLast(({ role }) => role === 'user')?.content;
};

it('go with a question by button, paste and drop, are refused with what to do, and are there after a reload', async () => {
  const { context, page, complaints } = await visit(stage.browser, stage.server.url, { stored: member.stored });
  await page.goto('/chat');
  await page.getByLabel(word('chatWindows.files.attach')).setInputFiles([
    { name: 'tea.md', mimeType: 'text/markdown', buffer: Buffer.from('Boil it.') },
    { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(301 * 1024, 'a') },
  ]);
  await said(page, word('chatWindows.files.issue.tooLarge', { max: '300 KB' })).waitFor();
  await remove(page, 'long.txt').click();
  expect(await handOver(page, 'paste', 'textarea', [{ name: 'manual.pdf', type: 'application/pdf', bytes: PDF }])).toBe(true);
  await said(page, word('chatWindows.files.issue.type')).waitFor();
  await remove(page, 'manual.pdf').click();
  // Beside the box, too: the browser would leave the page for the file.
  expect(await handOver(page, 'drop', 'h1', [{ name: 'broken.png', type: 'image/png', bytes: Buffer.from('no picture') }])).toBe(true);
  await said(page, word('refusals.upload.otherContent', { type: 'PNG' })).waitFor();
  await remove(page, 'broken.png').click();
  expect(await handOver(page, 'drop', 'textarea', [{ name: 'cup.png', type: 'image/png', bytes: PNG }])).toBe(true);
  await said(page, word('chatWindows.files.noPictures')).waitFor();
  expect(await tray(page).getByRole('listitem').allTextContents()).toEqual(['tea.md', 'cup.png']);

  await model(page).selectOption({ label: 'Sees' });
  await tray(page).locator('[data-state="waiting"]').first().waitFor({ state: 'detached' });
  await ask(page, '图上是什么？');
  expect(lastQuestion()).toEqual([
    { type: 'image_url', image_url: { url: `data:image/png;base64,${Buffer.from(PNG).toString('base64')}` } },
    { type: 'text', text: '<file name="tea.md">\nBoil it.\n</file>\n\n图上是什么？' },
  ]);

  await page.reload();
  const asked = page.getByRole('list', { name: word('chatWindows.files.asked') });
  await expect
    .poll(() => asked.getByRole('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([2, 3]);
  const saving = page.waitForEvent('download');
  await asked.getByRole('button', { name: word('chatWindows.files.save', { name: 'tea.md' }) }).click();
  expect((await saving).suggestedFilename()).toBe('tea.md');
  // The next question goes on with the model that has seen the picture, and the page says so.
  expect(await model(page).locator('option:checked').textContent()).toBe('Sees');
  await ask(page, '再说一遍');
  expect(await answers(page).count()).toBe(2);
  expect(lastHeard().model).toBe('Sees');
  expect(await box(page).inputValue()).toBe('');
  expect(complaints).toEqual([]);
  await context.close();
});
