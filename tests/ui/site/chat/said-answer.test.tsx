import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ChatContext, type ChatHandle } from '#ui/site/chat/base/chat-context.ts';
import { SaidAnswer } from '#ui/site/chat/thread/SaidAnswer.tsx';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['chatPage']);
});
afterEach(cleanup);

describe('what is said of an answer to whoever listens', () => {
  it('is that it is being written, and then its words without marks', async () => {
    let draft = { state: 'running', text: 'On sale' };
    const told: (() => void)[] = [];
    const texts = { read: () => draft, subscribe: (tell: () => void) => (told.push(tell), () => undefined) };
    const { container } = render(
      <ChatContext value={{ bundle: { texts } } as unknown as ChatHandle}>
        <SaidAnswer message="a" />
      </ChatContext>,
    );
    expect(screen.getByText('An answer is being written')).toBeTruthy();
    act(() => {
      draft = { state: 'complete', text: '**On sale**:\n\n| Goods | Price |\n| --- | --- |\n| Mug | 3.50 |' };
      for (const tell of told) tell();
    });
    expect(container.textContent?.replaceAll(/\s+/gu, ' ')).toBe('Answer: On sale: Goods, Price Mug, 3.50');
  });
});
