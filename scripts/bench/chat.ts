import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { storageStateOf } from '#tests/e2e/support/browser.ts';
import { addChatMember, type ImportedConversation } from '#tests/e2e/support/chat-member.ts';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import { launchBrowser } from './browser.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';
import { withOwnDatabase } from './own-database.ts';
import { PAGE_BUDGETS } from './page-budgets.ts';
import { KB, kbText, median } from './statistics.ts';
import { closed, listening } from './static-server.ts';
import { startMeasuredServer, type MeasuredServer } from './troupe-server.ts';
import { SLOW_CPU_RATE, visitOnce } from './visit.ts';

/** `keys` are pressed, `asks` sent and `visits` made; a conversation has so many `messages`, a streamed answer so many `characters`. */
const SCALES = {
  whole: { asks: 31, visits: 5, messages: 500, keys: 60, characters: 50_000 },
  short: { asks: 2, visits: 1, messages: 20, keys: 3, characters: 500 },
} as const;
type Scale = (typeof SCALES)[Effort];
/** Source: performance.md "Chat". */
const BUDGETS = { firstWordMs: 100, usableMs: 1000, keyMs: 50, taskMs: 50 } as const;

const BOX = 'textarea';
const QUESTIONS = ['怎样添加商品？', '忘记密码怎么办？', '怎样撤销一次修改？', '如何导出列表？', 'How do I add an administrator?'];
const over = (isOver: boolean): string => (isOver ? ' ✗' : '');

/** A call of the chat, of whoever these headers sign in. */
async function call<T>(url: string, headers: Readonly<Record<string, string>>, path: string, body?: object): Promise<T> {
  const reply = await fetch(`${url}/api/${path}`, {
    headers: { server: 'true', 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await reply.json()) as { readonly code: number; readonly msg: string; readonly data: T };
  if (code !== 1) throw new Error(`${path}: ${msg}`);
  return data;
}

/** From the press to the first word on the wire, of an answer that is read to its end so that the next one finds the server at rest. */
async function firstWordMs({ url, headers }: MeasuredServer, text: string): Promise<number> {
  const answer = crypto.randomUUID();
  const start = performance.now();
  await call(url, headers, 'admin/chat.Chat/send', { conversation: null, parent: null, text, answer });
  const stream = await fetch(`${url}/api/admin/chat.Chat/follow?answer=${answer}`, { headers });
  if (!stream.body) throw new Error(`no stream: ${stream.status}`);
  let ms = Number.NaN;
  let told = '';
  for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
    if (!Number.isNaN(ms)) continue;
    told += part;
    if (told.includes('"kind":"text"')) ms = performance.now() - start;
  }
  return ms;
}

async function firstWords(kind: string, dataDir: string, url: string | undefined, asks: number): Promise<readonly string[]> {
  const server = await startMeasuredServer(dataDir, { SAMPLE_DATA: '1', ...(url !== undefined && { DATABASE_URL: url }) });
  try {
    // The first ones read the help and compile what answers.
    for (const question of QUESTIONS) await firstWordMs(server, question);
    const seen: number[] = [];
    for (let index = 0; index < asks; index += 1) seen.push(await firstWordMs(server, QUESTIONS[index % QUESTIONS.length] ?? ''));
    const middle = median(seen);
    return [
      `${kind}: first word of the built-in answerer after the send`,
      `${middle.toFixed(1)} ms${over(middle > BUDGETS.firstWordMs)}`,
      `≤ ${BUDGETS.firstWordMs} ms`,
    ];
  } finally {
    await server.close();
  }
}

/** Paragraphs, lists, tables and code, as answers have them. */
const sectionOf = (index: number): string =>
  [
    `## 第 ${index} 节`,
    '打开**商品**页面，选择要修改的记录，然后按 `编辑`。保存之后列表会更新，见 [帮助](/help)。',
    '- 一个要点\n- 另一个要点，稍长一些\n- 第三个要点',
    '| 字段 | 值 |\n|---|--:|\n| 标题 | 碧螺春 |\n| 价格 | 88.50 |',
    `\`\`\`ts\nconst index = ${index};\nexport const twice = (value: number): number => value * 2;\n\`\`\``,
  ].join('\n\n');

function longAnswer(characters: number): string {
  let text = '';
  for (let index = 1; text.length < characters; index += 1) text += `${sectionOf(index)}\n\n`;
  return text.slice(0, characters);
}

/** A piece of an answer, as providers of the commonest protocol send it. */
const chunkOf = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'long', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** A provider on this machine that says a long answer, a few words at a time. */
async function startProvider(characters: number): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const answer = longAnswer(characters);
  const say = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < answer.length; at += 40) {
      response.write(chunkOf({ role: 'assistant', content: answer.slice(at, at + 40) }, null));
      await pause(5);
    }
    response.end(`${chunkOf({}, 'stop')}data: [DONE]\n\n`);
  };
  const server = createServer((request, response) => {
    request.resume().once('end', () => void say(response).catch(() => response.destroy()));
  });
  return { url: await listening(server), close: () => closed(server) };
}

/** Runs in the page before anything else: keeps how long its longest task was. */
function watchTasks(): void {
  const marks = globalThis as { longestTaskMs?: number };
  marks.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) marks.longestTaskMs = Math.max(marks.longestTaskMs ?? 0, duration);
  }).observe({ type: 'longtask' });
}

/** Runs in the page: from each key to the frame that shows it. */
function watchKeys(): void {
  const marks = globalThis as { keyMs?: number[] };
  marks.keyMs = [];
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const painted = new MessageChannel();
      painted.port1.addEventListener('message', () => marks.keyMs?.push(performance.now() - timeStamp), { once: true });
      painted.port1.start();
      requestAnimationFrame(() => painted.port2.postMessage(null));
    },
    { capture: true },
  );
}

const marksOf = (page: Page) =>
  page.evaluate(() => {
    const { longestTaskMs = Number.NaN, keyMs = [] } = globalThis as { longestTaskMs?: number; keyMs?: number[] };
    return { longestTaskMs, keyMs };
  });

async function opened(browser: Browser, url: string, storageState: BrowserContextOptions['storageState']): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector(BOX);
  return page;
}

/** How long keys take beside a conversation of so many messages, all of which stand in the page. */
async function keyDelays(browser: Browser, address: string, storageState: Parameters<typeof opened>[2], { messages, keys }: Scale) {
  const page = await opened(browser, address, storageState);
  const articles = page.locator('section article');
  await articles.first().waitFor();
  while ((await articles.count()) < messages) {
    await page.locator('[data-view="open"]').evaluate((place) => place.scrollTo({ top: -place.scrollHeight, behavior: 'instant' }));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU_RATE });
  await page.evaluate(watchKeys);
  await page.focus(BOX);
  for (let count = 0; count < keys; count += 1) {
    await page.keyboard.press('a');
    await page.waitForFunction((wanted) => ((globalThis as { keyMs?: number[] }).keyMs?.length ?? 0) > wanted, count);
  }
  const { keyMs } = await marksOf(page);
  await page.context().close();
  return { median: median(keyMs), most: Math.max(...keyMs) };
}

/** The longest task of the page while an answer comes in, from the question to its last word. */
async function longestTask(browser: Browser, url: string, storageState: Parameters<typeof opened>[2]): Promise<number> {
  const page = await opened(browser, url, storageState);
  await page.evaluate(watchTasks);
  await page.fill(BOX, '请写一篇很长的说明');
  await page.keyboard.press('Enter');
  await page.locator('article[aria-busy]').waitFor();
  await page.locator('article[aria-busy="false"]').waitFor({ timeout: 120_000 });
  const { longestTaskMs } = await marksOf(page);
  await page.context().close();
  return longestTaskMs;
}

/** A conversation as a file has it. */
const conversationOf = (messages: number): ImportedConversation => ({
  title: 'long',
  leaf: String(messages),
  messages: Array.from({ length: messages }, (_, index) => ({
    id: String(index + 1),
    parent: index === 0 ? null : String(index),
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: index % 2 === 0 ? `第 ${index} 个问题` : longAnswer(400),
  })),
});

async function inThePage(scale: Scale): Promise<(readonly string[])[]> {
  const dataDir = newDataDir();
  const provider = await startProvider(scale.characters);
  const server = await startMeasuredServer(dataDir, { CHAT_PRIVATE_NETWORKS: '127.0.0.1' });
  const browser = await launchBrowser();
  try {
    const chat = { url: `${server.url}/chat`, ready: BOX };
    await visitOnce(browser, chat, 'normal');
    const visits = [];
    for (let round = 0; round < scale.visits; round += 1) visits.push(await visitOnce(browser, chat, 'normal'));
    const usableMs = median(visits.map(({ readyMs }) => readyMs));
    const bytes = median(visits.map((visit) => visit.bytes));
    const budgetKb = PAGE_BUDGETS.find(({ name }) => name === 'chat')?.budgetKb ?? 0;

    await call(server.url, server.headers, 'admin/chat.Model/add', {
      name: 'Long',
      protocol: 'openaiChat',
      model: 'long',
      base_url: `${provider.url}/v1`,
      audiences: ['member'],
      member_groups: [],
      context_tokens: 1_000_000,
      max_output_tokens: 1_000_000,
      price_in: 0,
      price_out: 0,
      status: 1,
      weigh: 1000,
    });
    const { stored, conversations } = await addChatMember(server.url, 'talker', [conversationOf(scale.messages)]);
    const storageState = storageStateOf(server.url, stored);
    const keys = await keyDelays(browser, `${chat.url}?c=${conversations[0]}`, storageState, scale);
    const taskMs = await longestTask(browser, chat.url, storageState);
    return [
      [
        'first visit, until a question can be typed',
        `${usableMs.toFixed(0)} ms${over(usableMs > BUDGETS.usableMs)}`,
        `≤ ${BUDGETS.usableMs} ms`,
      ],
      ['scripts and styles of a first visit, brotli', `${kbText(bytes)} KB${over(bytes > budgetKb * KB)}`, `≤ ${budgetKb} KB`],
      [
        `longest task while ${scale.characters.toLocaleString('en')} characters come in`,
        taskMs === 0 ? '< 50 ms' : `${taskMs.toFixed(0)} ms${over(taskMs > BUDGETS.taskMs)}`,
        `≤ ${BUDGETS.taskMs} ms`,
      ],
      [
        `a key beside ${scale.messages} messages, CPU ${SLOW_CPU_RATE}×, in the median`,
        `${keys.median.toFixed(1)} ms${over(keys.median > BUDGETS.keyMs)}`,
        `≤ ${BUDGETS.keyMs} ms`,
      ],
      ['the slowest of them', `${keys.most.toFixed(1)} ms`, '–'],
    ];
  } finally {
    await browser.close();
    await server.close();
    await provider.close();
    removeDataDir(dataDir);
  }
}

/** First words of the built-in answerer on each database, and what the page does with long conversations and long answers. */
export async function benchChat(effort: Effort): Promise<string> {
  const scale = SCALES[effort];
  const rows: (readonly string[])[] = [];
  const inDataDir = async (kind: string, url?: string): Promise<void> => {
    const dataDir = newDataDir();
    try {
      rows.push(await firstWords(kind, dataDir, url, scale.asks));
    } finally {
      removeDataDir(dataDir);
    }
  };
  await inDataDir('embedded');
  const postgresql = process.env['TEST_DATABASE_URL'];
  if (postgresql !== undefined) await withOwnDatabase(postgresql, (url) => inDataDir('postgresql', url));
  return markdownTable(['what', 'figure', 'budget'], [...rows, ...(await inThePage(scale))]);
}
