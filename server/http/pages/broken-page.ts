import { htmlText } from '../../base/html-text.ts';
import type { Language } from '../../base/messages.ts';
import type { ServerPorts } from '../../ports/ports.ts';

/** What a browser is told in the place of a page. */
export interface BrokenPage {
  readonly status: 429 | 500 | 503 | 507;
  readonly reason: 'away' | 'tooMany' | 'fault';
  /** Whose words come first; nobody knows here what the reader speaks, so the other language follows. */
  readonly language: Language;
  /** When it may be asked for again; then the page does so by itself. Left out, only the reader does. */
  readonly retrySeconds?: number;
  /** By which the log knows what happened. */
  readonly requestId?: string;
}

/** Pages that are left open must not keep a server busy that is too busy for them. */
const PATIENCE_SECONDS = 15;

/** Nothing of the page runs, and nothing is loaded with it: what would be loaded may be what is broken. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `:root{color-scheme:light dark}
body{display:grid;place-content:center;min-height:100dvh;margin:0;padding:24px;box-sizing:border-box;background:light-dark(#f5f5f2,#101312);color:light-dark(#1f211f,#e6eae8);font:15px/1.65 system-ui,-apple-system,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;text-align:center}
main{display:grid;gap:32px;max-width:28rem}
section+section{padding-top:24px;border-top:1px solid light-dark(#e6e6e1,#2b302e)}
h1,h2,p{text-wrap:balance}
h1,h2{margin:0 0 8px;font-size:1.375rem;line-height:1.35}
h2{font-size:1rem}
p{margin:0;color:light-dark(#5f615c,#9ba4a0);overflow-wrap:anywhere}
a{display:inline-block;margin-top:20px;padding:10px 20px;border-radius:10px;background:light-dark(#0b755e,#4fc0a4);color:light-dark(#fff,#0c1f1a);font-weight:600;text-decoration:none}
section+section a{padding:0;background:none;color:light-dark(#0a5f4d,#7fd3bc);margin-top:8px;text-decoration:underline}
a:focus-visible{outline:2px solid light-dark(#0b755e,#4fc0a4);outline-offset:3px}`;

/** A page by itself, in both languages, for whoever opens an address in a browser where no page can be made. */
export function brokenPage({ messages }: Pick<ServerPorts, 'messages'>, broken: BrokenPage): Response {
  const { status, reason, language, retrySeconds, requestId = '' } = broken;
  const againSeconds = Math.max(PATIENCE_SECONDS, retrySeconds ?? 0);
  const say = (spoken: Language, name: string): string =>
    htmlText(messages.text(spoken, `refusals.page.${name}`, { count: againSeconds, requestId }));
  const part = (spoken: Language, heading: 'h1' | 'h2'): string =>
    `<section lang="${spoken}"><${heading}>${say(spoken, `${reason}.title`)}</${heading}><p>${say(spoken, `${reason}.text`)}</p><a href="">${say(spoken, 'again')}</a></section>`;
  const other = language === 'en' ? 'zh-cn' : 'en';
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">${
    retrySeconds === undefined ? '' : `<meta http-equiv="refresh" content="${againSeconds}">`
  }<title>${say(language, `${reason}.title`)}</title><style>${STYLE}</style></head><body><main>${part(language, 'h1')}${part(other, 'h2')}</main></body></html>\n`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY, 'cache-control': 'no-store' };
  return new Response(html, {
    status,
    headers: { ...headers, ...(retrySeconds !== undefined && { 'retry-after': String(retrySeconds) }) },
  });
}

/** Whether somebody has opened the address, and no program has asked for it. */
export const isOpened = ({ method, headers }: Request): boolean => method === 'GET' && (headers.get('accept') ?? '').includes('text/html');
