import { callsWith, goodsTitles, type Reply, signInReply } from '#tests/e2e/support/admin-calls.ts';
import { ADMIN_PASSWORD } from '#tests/e2e/support/server-process.ts';

/** What became of the writes of several people who go on through everything. */
export interface Writing {
  /** Titles whose write was answered with success. */
  readonly acknowledged: readonly string[];
  /** Every answer that was no success: its status, or the error of a broken line. A refusal is told with its words. */
  readonly others: ReadonlyMap<string, number>;
  /** Stops after the writes that are under way. @returns the titles that the list of the server has */
  stop(): Promise<readonly string[]>;
}

/** Whoever hears that the server is busy asks again a little later. */
const PAUSE_MS = 50;

/** So many people add goods one after the other, each with a key of its own, the same until it is acknowledged. */
export async function startWriting(url: string, writers: number): Promise<Writing> {
  const acknowledged: string[] = [];
  const others = new Map<string, number>();
  const stop = new AbortController();
  const count = (what: string) => others.set(what, (others.get(what) ?? 0) + 1);
  const { token } = (await signInReply(url, 'admin', ADMIN_PASSWORD)).userInfo;
  const headers = { server: 'true', 'think-lang': 'en', 'content-type': 'application/json', batoken: token };

  async function write(title: string): Promise<void> {
    const body = JSON.stringify({ title, category_id: 1, price: '1.00', stock: 1, status: 'draft' });
    for (;;) {
      try {
        const call = { method: 'POST', headers: { ...headers, 'idempotency-key': title }, body };
        const response = await fetch(`${url}/api/admin/goods.Goods/add`, call);
        const text = await response.text();
        if (response.status === 200) {
          const { code, msg } = JSON.parse(text) as Reply;
          if (code === 1) return void acknowledged.push(title);
          count(`refused: ${msg}`);
        } else count(String(response.status));
      } catch {
        count('broken line');
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  const writing = Array.from({ length: writers }, async (_, number) => {
    for (let turn = 0; !stop.signal.aborted; turn += 1) await write(`writer-${number}-record-${turn}`);
  });

  return {
    acknowledged,
    others,
    async stop() {
      stop.abort();
      await Promise.all(writing);
      return goodsTitles(callsWith(url, token), 'writer');
    },
  };
}
