import { beforeAll, expect, it } from 'vitest';
import { visit } from './support/browser.ts';
import { answers } from './support/chat-page.ts';
import { addChatMember, type ChatMember } from './support/chat-member.ts';
import { openScene } from './support/stage.ts';

/** What hostile answers do to the page of the chat. */
const stage = openScene();

/** What an answer may be made of that is not to become anything: by itself, in a link, a picture, a table, code and a heading. */
const VECTORS = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)" autofocus onfocus=alert(1)>x</a>',
  '<math><mtext><style><img src=x onerror=alert(1)>',
  '<form action="https://elsewhere.invalid"><button>x</button></form>',
  '<style>@import "https://elsewhere.invalid/a.css"</style>',
  '<link rel=stylesheet href=https://elsewhere.invalid/b.css>',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.invalid">',
  '<object data="https://elsewhere.invalid/c"></object>',
  '<video src="https://elsewhere.invalid/d" autoplay onloadstart=alert(1)></video>',
  'javascript:alert(1)',
  'JaVaScRiPt&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  '//elsewhere.invalid/e',
  'https://elsewhere.invalid/f.png',
  'https://elsewhere.invalid/"onmouseover="alert(1)',
  'file:///etc/passwd',
  'blob:https://elsewhere.invalid/g',
  '$\\href{javascript:alert(1)}{x}$',
  '$$\\includegraphics{https://elsewhere.invalid/h.png}$$',
  '\\[\\htmlClass{x}{y}\\]',
  '${alert(1)}{{constructor.constructor("alert(1)")()}}',
] as const;
const DRESSES: readonly ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `[x](${vector})`,
  (vector) => `![x](${vector})`,
  (vector) => `<${vector}>`,
  (vector) => `[x]: ${vector}\n\n[x]`,
  (vector) => `| a |\n|---|\n| ${vector} |`,
  (vector) => `\`\`\`html\n${vector}\n\`\`\``,
  (vector) => `## ${vector}`,
  (vector) => `> - **${vector}**`,
  (vector) => `[${vector}](/help "${vector}")`,
  (vector) => `x[^1]\n\n[^1]: ${vector}`,
];

const message = (id: number, parent: number | null, role: 'user' | 'assistant', text: string) => ({
  id: String(id),
  parent: parent === null ? null : String(parent),
  role,
  text,
});

/** One answer for each dress, with all vectors in it. */
const HOSTILE = DRESSES.flatMap((dress, index) => [
  message(2 * index + 1, index === 0 ? null : 2 * index, 'user', `hostile ${index}`),
  message(2 * index + 2, 2 * index + 1, 'assistant', VECTORS.map(dress).join('\n\n')),
]);
let stored: ChatMember['stored'];

beforeAll(async () => {
  ({ stored } = await addChatMember(stage.server.url, 'reader', [{ title: 'hostile', leaf: String(HOSTILE.length), messages: HOSTILE }]));
});

/** Chromium says so where a policy refuses something; a dialog, a request elsewhere and an error are kept by the visit. */
async function asMember() {
  const visited = await visit(stage.browser, stage.server.url, { stored });
  const dialogs: string[] = [];
  visited.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await visited.page.goto('/chat');
  return { ...visited, dialogs };
}

it('draws hostile answers as words: no dialog, no refused policy, no request to anybody else', async () => {
  const { context, page, complaints, dialogs } = await asMember();
  await page.getByRole('link', { name: 'hostile' }).click();
  const article = answers(page);
  await expect.poll(() => article.count()).toBe(DRESSES.length);
  // Code is told apart and formulae are drawn in their own time.
  await article.locator('pre span').first().waitFor();
  await article.first().locator('math').first().waitFor();
  for (const one of await article.all()) await one.scrollIntoViewIfNeeded();
  const found = await article.evaluateAll((all) => {
    const elements = all.flatMap((one) => [...one.querySelectorAll('*')]);
    return {
      handlers: elements.flatMap(({ attributes }) => [...attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => name)),
      foreign: elements
        .filter((one) => one.matches('script, iframe, object, embed, form, style, link, meta, video, img'))
        .map(({ tagName }) => tagName),
      schemes: [...new Set(elements.filter((one) => one instanceof HTMLAnchorElement).map(({ protocol }) => protocol))].toSorted(),
    };
  });
  expect(found).toEqual({ handlers: [], foreign: [], schemes: ['http:', 'https:'] });
  expect(dialogs).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
