import type { Language } from '../../../base/messages.ts';

const CODE = ['```ts', 'const greet = (name: string): string => `你好, ${name}!`;', '```'].join('\n');
const DIAGRAM = ['```mermaid', 'flowchart LR', '  ask --> answer --> ask', '```'].join('\n');
const FORMULA = '$$\n\\int_0^1 x^2\\,dx = \\frac{1}{3}\n$$';

/** Every format that an answer may have. */
export const SAMPLE: Readonly<Record<Language, string>> = {
  'zh-cn': [
    '# 一级标题',
    '## 二级标题',
    '一段文字，有**粗体**、*斜体*、~~删除线~~、`代码`，还有[链接](/)。',
    '> 引用的话',
    '- 第一点\n- 第二点\n  - 里面的一点',
    '1. 先做这个\n2. 再做那个',
    '- [x] 已完成\n- [ ] 未完成',
    '| 名称 | 数量 |\n| --- | ---: |\n| 茶壶 | 12 |\n| 茶杯 | 48 |',
    CODE,
    `行内公式 $a^2 + b^2 = c^2$，成行公式：\n\n${FORMULA}`,
    DIAGRAM,
    '---',
    '网页标签只当文字显示：<b>不加粗</b>',
  ].join('\n\n'),
  en: [
    '# First heading',
    '## Second heading',
    'A paragraph with **bold**, *italic*, ~~struck~~ and `code`, and a [link](/).',
    '> What somebody said',
    '- First point\n- Second point\n  - A point within',
    '1. Do this first\n2. Then do that',
    '- [x] Done\n- [ ] Not done',
    '| Name | Number |\n| --- | ---: |\n| Teapot | 12 |\n| Cup | 48 |',
    CODE,
    `A formula $a^2 + b^2 = c^2$ in a line, and one of its own:\n\n${FORMULA}`,
    DIAGRAM,
    '---',
    'Tags are shown as text: <b>not bold</b>',
  ].join('\n\n'),
};
