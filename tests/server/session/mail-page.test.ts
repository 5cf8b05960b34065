import { describe, expect, it } from 'vitest';
import { codeBlock, mailPage, paragraph } from '#server/features/session/verification/mail-page';

const of = (subject: string) => mailPage({ language: 'en', site: 'Tea & Co', subject }, [paragraph('Words')]);

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

  it('breaks a long code in the middle, so that a phone shows two lines as long as each other', () => {
    expect(codeBlock('0123456789abcdef0123456789ABCDEF')).toContain('>0123456789abcdef<wbr>0123456789ABCDEF</p>');
    expect(codeBlock('ABCD-EFGH-IJKL')).not.toContain('<wbr>');
  });

  it('begins with what the subject says, without the name of the site, which stands above', () => {
    expect(of('[Tea & Co] Points <changed>')).toMatch(/<h1 style="[^"]*">Points &lt;changed&gt;<\/h1><p /u);
    expect(of('Tea & Co: your verification code')).not.toContain('<h1');
  });

  it('has light and dark colours', () => {
    const html = mailPage({ language: 'en', site: 'Tea', subject: 'x' }, []);
    expect(html).toContain('content="light dark"');
    expect(html).toContain('prefers-color-scheme: dark');
  });
});
