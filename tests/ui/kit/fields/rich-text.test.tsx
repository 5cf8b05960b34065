import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { TiptapEditorHTMLElement } from '@tiptap/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import { cleanRichText } from '#domain/fields/rich-text';
import type { Resource } from '#domain/table/resource';
import { RichTextField } from '#ui/kit/fields/RichTextField.tsx';
import { renderInApp, startKitMessages, testUploads } from '../support.tsx';

// jsdom measures nothing; the editor only wants to scroll its cursor into view.
const NOWHERE = { x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0, toJSON: () => ({}) };
Object.assign(Range.prototype, { getClientRects: () => [NOWHERE], getBoundingClientRect: () => NOWHERE });
Object.assign(Text.prototype, { getClientRects: () => [NOWHERE] });
document.elementFromPoint = () => null;

const field: Field = { kind: 'richText', label: { en: 'Story' }, required: true };
const resource: Resource = {
  name: 'sample',
  controller: 'sample.Sample',
  table: 'sample',
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'asc' },
  fields: { id: { kind: 'id' }, story: field },
};

interface Given {
  readonly value: unknown;
  readonly error?: string;
  readonly readOnly?: boolean;
}

async function show({ value, error, readOnly = false }: Given) {
  const said: unknown[] = [];
  const view = (shown: unknown, wrong = error) => (
    <RichTextField
      of={{ resource, key: 'story', field }}
      value={shown}
      record={{}}
      error={wrong}
      readOnly={readOnly}
      onChange={(next) => {
        said.push(next);
        page.rerender(view(next));
      }}
      onLeave={() => {}}
    />
  );
  const page = renderInApp(view(value));
  if (readOnly) return { said, page, view, text: page.container, editor: undefined! };
  const text: TiptapEditorHTMLElement = await screen.findByRole('textbox', { name: /^Story/u }, { timeout: 10_000 });
  return { said, page, view, text, editor: text.editor! };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await startKitMessages('en');
  // The parts that come late, so that no test waits for their being read.
  await Promise.all([import('#ui/kit/fields/rich-text/RichTextBox.tsx'), import('#ui/kit/files/UploadBox.tsx')]);
  await import('#ui/kit/fields/rich-text/RichTextView.tsx');
});

describe('the editor', () => {
  it('shows a stored text and says nothing by itself', async () => {
    const { said, text } = await show({ value: '<h2>Tea</h2><p>for <strong>two</strong></p>' });
    expect(text.innerHTML).toBe('<h2>Tea</h2><p>for <strong>two</strong></p>');
    expect(said).toEqual([]);
  });

  it('shows nothing that may not be there', async () => {
    const { text } = await show({
      value: '<p onclick="x()">tea<script>x()</script><img src="x" onerror="x()"><a href="javascript:x()">pot</a></p>',
    });
    expect(text.innerHTML).toBe('<p>teapot</p>');
  });

  it('shows a text from before as lines', async () => {
    const { text } = await show({ value: 'one & two\nthree' });
    expect(text.innerHTML).toBe('<p>one &amp; two</p><p>three</p>');
  });

  // Each as the server keeps it; nothing but a letter behind it is written.
  it.each([
    '<h4>a</h4><h5>b</h5><h6>c</h6>',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code><br>f</p>',
    '<p>H<sub>2</sub>O is x<sup>2</sup>, and <mark>marked</mark></p>',
    '<pre><code>a</code></pre><blockquote><p>b</p></blockquote><hr>',
    '<ul><li><p>a</p></li></ul><ol start="3"><li><p>b</p></li></ol>',
    '<p><img src="/storage/a.png" alt="a" title="b" width="10" height="20"></p>',
    '<p><a href="/a" title="b">a</a></p>',
    '<table><caption>Sizes</caption><thead><tr><th>Size</th><th rowspan="2">Price</th></tr></thead><tbody><tr><td colspan="2">S<br>M</td></tr></tbody><tfoot><tr><td>a</td></tr></tfoot></table>',
    '<figure><img src="/storage/a.png" alt=""><figcaption>A <em>cup</em></figcaption></figure>',
    '<blockquote><p>a</p><table><tbody><tr><td><p>S</p></td></tr></tbody></table></blockquote>',
  ])('keeps what stands beside what is written: %s', async (stored) => {
    expect(cleanRichText(stored).replaceAll(' />', '>')).toBe(stored);
    const { said, editor } = await show({ value: `${stored}<p>tea</p>` });
    act(() => void editor.commands.insertContentAt(editor.state.doc.content.size - 1, 's'));
    expect(said).toEqual([`${stored}<p>teas</p>`]);
  });

  it('says of what it keeps that it cannot be edited, lets it be deleted, and takes nothing from it that may not be there', async () => {
    const table = '<table><tbody><tr><td onclick="x()">S<script>x()</script></td></tr></tbody></table>';
    const { said, editor, text } = await show({ value: '<p>tea</p>' });
    act(() => void editor.commands.insertContentAt(editor.state.doc.content.size, table));
    expect(said.at(-1)).toBe('<p>tea</p><table><tbody><tr><td>S</td></tr></tbody></table>');
    expect(text.textContent).toContain('Stays as it is: it can be moved or deleted here, not edited.');
    act(() => void editor.chain().selectAll().deleteSelection().run());
    expect(said.at(-1)).toBe('');
  });

  it('says what is written, and nothing where only an empty line is left', async () => {
    const { said, editor } = await show({ value: '' });
    act(() => void editor.commands.insertContent('tea'));
    expect(said).toEqual(['<p>tea</p>']);
    act(() => void editor.commands.clearContent(true));
    expect(said).toEqual(['<p>tea</p>', '']);
  });

  it('takes a text that comes from outside, and cannot undo it', async () => {
    const { said, editor, page, view, text } = await show({ value: '<p>one</p>' });
    page.rerender(view('<p>other</p>'));
    expect(text.innerHTML).toBe('<p>other</p>');
    expect([said, editor.can().undo()]).toEqual([[], false]);
  });

  it.each([
    ['Heading 1', '<h1>tea</h1>'],
    ['Heading 2', '<h2>tea</h2>'],
    ['Heading 3', '<h3>tea</h3>'],
    ['Bold', '<p><strong>tea</strong></p>'],
    ['Italic', '<p><em>tea</em></p>'],
    ['Strikethrough', '<p><s>tea</s></p>'],
    ['Code', '<p><code>tea</code></p>'],
    ['Bulleted list', '<ul><li><p>tea</p></li></ul>'],
    ['Numbered list', '<ol><li><p>tea</p></li></ol>'],
    ['Quotation', '<blockquote><p>tea</p></blockquote>'],
    ['Code block', '<pre><code>tea</code></pre>'],
  ])('%s: %s, and back again', async (name, html) => {
    const { said, editor } = await show({ value: '<p>tea</p>' });
    act(() => void editor.commands.selectAll());
    await user.click(button(name));
    expect(said.at(-1)).toBe(html);
    expect(button(name).getAttribute('aria-pressed')).toBe('true');
    await user.click(button('Undo'));
    expect(said.at(-1)).toBe('<p>tea</p>');
    await user.click(button('Redo'));
    expect(said.at(-1)).toBe(html);
  });

  it.each([
    ['<img src="https://shop.example/tea.png">', ['tea.png']],
    ['<html><body><!--StartFragment--><img src="file:///tea.png"> <!--EndFragment--></body></html>', ['tea.png']],
    ['<p>two cups <img src="https://shop.example/tea.png"></p>', []],
    ['<p>words</p>', []],
  ])('uploads a picture that is pasted with nothing but its markup: %s', async (html, uploaded) => {
    const { said, text } = await show({ value: '' });
    const files = [new File(['1234'], 'tea.png', { type: 'image/png' })];
    const getData = (type: string) => (type === 'text/html' ? html : '');
    fireEvent.paste(text, { clipboardData: { files, types: ['text/html', 'Files'], getData } });
    expect(screen.queryAllByText('tea.png').map(({ textContent }) => textContent)).toEqual(uploaded);
    // What is uploaded stands in the text when it has arrived, and not as the address elsewhere.
    expect(said.length > 0).toBe(uploaded.length === 0);
  });

  it('takes an uploaded picture where the cursor is', async () => {
    const store: { deliver?: (stored: string) => void } = {};
    const { queue } = testUploads;
    testUploads.queue = queue.provide({ actions: {} });
    testUploads.queue.provide = (implementations) => {
      const deliver = implementations.actions?.deliver as unknown as (at: unknown, stored: unknown) => void;
      store.deliver = (url) => deliver({ self: { send: () => {} } }, { fileId: 'f', stored: { url } });
      return queue.provide(implementations);
    };
    const { said, editor } = await show({ value: '<p>teapot</p>' });
    testUploads.queue = queue;
    act(() => void editor.commands.setTextSelection(4));
    act(() => store.deliver!('/storage/default/cup.png'));
    expect(said).toEqual(['<p>tea<img src="/storage/default/cup.png">pot</p>']);
  });

  it('keeps typing from the form’s own keys: Ctrl+Enter makes no line', async () => {
    const { said, text } = await show({ value: '<p>tea</p>' });
    fireEvent.keyDown(text, { key: 'Enter', code: 'Enter', ctrlKey: true });
    expect(said).toEqual([]);
  });
});

const address = () => screen.findByRole('textbox', { name: 'Link address' });

describe('links', () => {
  it('are made of what is selected, by a complete address', async () => {
    const { said, editor } = await show({ value: '<p>tea</p>' });
    act(() => void editor.commands.selectAll());
    await user.click(button('Link'));
    await user.type(await address(), 'example.com/tea{Enter}');
    expect(said.at(-1)).toBe('<p><a href="https://example.com/tea">tea</a></p>');
    expect(screen.queryByRole('textbox', { name: 'Link address' })).toBeNull();
  });

  it('refuse what no link may have, and say so', async () => {
    const { said, editor } = await show({ value: '<p>tea</p>' });
    act(() => void editor.commands.selectAll());
    await user.click(button('Link'));
    await user.type(await address(), 'javascript:alert(1)');
    await user.click(button('Apply'));
    expect(screen.getByText(/^Enter a web or email address/u)).toBeDefined();
    expect(said).toEqual([]);
    await user.type(await address(), '{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Link address' })).toBeNull();
  });

  it('are changed and removed with the cursor inside', async () => {
    const { said, editor } = await show({ value: '<p><a href="/a">tea</a></p>' });
    act(() => void editor.commands.setTextSelection(2));
    await user.click(button('Link'));
    const box = await address();
    expect((box as HTMLInputElement).value).toBe('/a');
    await user.clear(box);
    await user.type(box, '/b{Enter}');
    expect(said.at(-1)).toBe('<p><a href="/b">tea</a></p>');
    await user.click(button('Link'));
    await user.click(button('Remove link'));
    expect(said.at(-1)).toBe('<p>tea</p>');
  });

  it('are written out where nothing is selected; Ctrl+K asks as well', async () => {
    const { said, text } = await show({ value: '' });
    fireEvent.keyDown(text, { key: 'k', code: 'KeyK', ctrlKey: true });
    await user.type(await address(), 'a@example.com{Enter}');
    expect(said.at(-1)).toBe('<p><a href="mailto:a@example.com">mailto:a@example.com</a></p>');
  });
});

describe('for everyone', () => {
  it('has a name, says what is wrong, and its toolbar is one stop with arrows', async () => {
    const { text } = await show({ value: '', error: 'Content cannot be empty' });
    expect(text.getAttribute('aria-required')).toBe('true');
    expect(text.getAttribute('aria-invalid')).toBe('true');
    const described = text
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['Content cannot be empty']);
    const toolbar = screen.getByRole('toolbar', { name: 'Formatting: Story' });
    expect(toolbar.querySelectorAll('button[tabindex="0"]')).toHaveLength(1);
    button('Heading 1').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Heading 2');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Upload picture');
    await user.keyboard('{Home}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Heading 1');
    expect(toolbar.querySelectorAll('button[tabindex="0"]')).toHaveLength(1);
  });

  it('is reached by Tab also after the button that was reached is disabled by its own press', async () => {
    const { editor } = await show({ value: '' });
    const toolbar = screen.getByRole('toolbar', { name: 'Formatting: Story' });
    const reached = () => [...toolbar.querySelectorAll('button')].filter((one) => one.tabIndex === 0 && !one.disabled);
    act(() => void editor.commands.insertContent('tea'));
    button('Heading 1').focus();
    await user.keyboard('{End}');
    expect(reached().map((one) => one.getAttribute('aria-label'))).toEqual(['Undo']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Undo')).toHaveProperty('disabled', true));
    await waitFor(() => expect(reached().map((one) => one.getAttribute('aria-label'))).toEqual(['Heading 1']));
  });

  it('can be read without being edited, clean as well', async () => {
    const { text } = await show({ value: '<h2>Tea</h2><p onclick="x()">pot<script>x()</script></p>', readOnly: true });
    await waitFor(() => expect(text.querySelector('h2')?.parentElement?.innerHTML).toBe('<h2>Tea</h2><p>pot</p>'));
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
