import { describe, expect, it } from 'vitest';
import { codeBlock, mailPage, paragraph } from '#server/features/session/verification/mail-page';

describe('a mail as it is drawn', () => {
  it('names whose it is, its language and its subject, and shows nothing as markup', () => {
    const html = mailPage({ language: 'zh-cn', site: 'Tea & <b>Co</b>', subject: '[Tea] "code"' }, [paragraph('<i>您好</i>')]);
    expect(html).toContain('<html lang="zh-CN">');
    expect(html).toContain('<title>[Tea] &quot;code&quot;</title>');
    expect(html).toContain('>Tea &amp; &lt;b&gt;Co&lt;/b&gt;</td>');
    expect(html).toContain('&lt;i&gt;您好&lt;/i&gt;</p>');
  });

  it('turns addresses into links without the sign that ends the sentence', () => {
    const [one, two] = ['https://tea.example/a?b=1&c=2', 'http://tea.example/user'];
    const html = paragraph(`Open ${one}, or ${two}。`);
    const links = [...html.matchAll(/href="([^"]*)"/gu)].map(([, address]) => address);
    expect(links).toEqual([one.replace('&', '&amp;'), two]);
    expect(html).toMatch(/<\/a>, or <a .*<\/a>。<\/p>$/u);
  });

  it('sets a code apart, smaller where it is long', () => {
    expect(codeBlock('123456')).toMatch(/600 28px.*>123456<\/p>$/u);
    expect(codeBlock('ABCD-EFGH-IJKL')).toContain('600 17px');
  });

  it('has light and dark colours', () => {
    const html = mailPage({ language: 'en', site: 'Tea', subject: 'x' }, []);
    expect(html).toContain('content="light dark"');
    expect(html).toContain('prefers-color-scheme: dark');
  });
});
