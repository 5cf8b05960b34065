import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Subject } from 'rxjs';
import { createActor } from 'xstate';
import { noticesLogic } from '#machines/app/notices.logic';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { startMessages } from '#ui/base/i18n.ts';
import { NoticeArea } from '#ui/app/NoticeArea.tsx';
import { createNotices } from '#ui/app/notices.ts';
import { startReturns } from '#ui/app/return-focus.ts';

/** What the navigation was told. */
const navigation = new Subject<unknown>();

async function noticesIn(language: 'zh-cn' | 'en') {
  await startMessages(language);
  const ref = createActor(noticesLogic).start();
  render(
    <AppHandleContext value={{ notices: ref, navigation: { send: (event: unknown) => navigation.next(event) } } as unknown as AppHandle}>
      <NoticeArea />
    </AppHandleContext>,
  );
  return createNotices(ref);
}

const offline = { kind: 'unreachable', online: false } as const;

describe.each([
  {
    language: 'en',
    text: 'You are disconnected!',
    times: '10 times',
    region: 'Notifications',
    close: 'Close',
    undo: 'Undo',
    history: 'History',
    saved: 'Saved “Tea”',
    deleted: 'Deleted 3 records',
    stepped: 'The record was moved to its next state',
    duplicate: 'Automatic cancellation due to duplicate request',
  },
  {
    language: 'zh-cn',
    text: '网络已断开，请检查网络连接。',
    times: '10 次',
    region: '通知',
    close: '关闭',
    undo: '撤销',
    history: '查看历史',
    saved: '已保存“Tea”',
    deleted: '已删除 3 条记录',
    stepped: '该记录已进入下一状态',
    duplicate: '因为重复请求而自动取消',
  },
] as const)(
  'messages that pass by, in $language',
  ({ language, text, times, region, close, undo, duplicate, history, saved, deleted, stepped }) => {
    let notices: Awaited<ReturnType<typeof noticesIn>>;
    beforeEach(async () => {
      notices = await noticesIn(language);
    });

    const repeat = (times: number) => {
      for (let time = 0; time < times; time += 1) notices.failed(offline);
    };

    it('show ten failures of one cause as one, with their number', () => {
      act(() => repeat(10));
      expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([text]);
      expect(screen.getByText(times).closest('[data-kind]')?.textContent).toBe(text + times);
    });

    it('say the number politely: it is no part of the alert, but of the region that waits', () => {
      act(() => notices.failed(offline));
      const area = screen.getByRole('region', { name: region });
      expect(area.getAttribute('aria-live')).toBe('polite');
      const alert = screen.getByRole('alert');
      act(() => repeat(9));
      // The same element with the same words: nothing interrupts a second time.
      expect(screen.getByRole('alert')).toBe(alert);
      expect(alert.textContent).toBe(text);
      const count = screen.getByText(times);
      expect(alert.contains(count)).toBe(false);
      expect(count.closest('[aria-live]')).toBe(area);
    });

    it('keep different causes apart', () => {
      act(() => {
        notices.failed(offline);
        notices.failed({ kind: 'http', status: 500, url: '/x' });
        notices.failed(offline);
        notices.succeeded('');
      });
      expect(screen.getAllByRole('alert')).toHaveLength(2);
      expect(screen.getAllByRole('status')).toHaveLength(1);
    });

    it('are none where a call was given up, doubled, or explained by its caller; the last two are logged', () => {
      const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
      act(() => {
        notices.failed({ kind: 'aborted' });
        notices.failed({ kind: 'duplicate' });
        notices.failed({ kind: 'rejected', code: 0, message: 'Wrong area', isQuiet: true });
      });
      expect(document.querySelector('[data-kind]')).toBeNull();
      expect(logged.mock.calls).toEqual([[duplicate], ['Wrong area']]);
      logged.mockRestore();
    });

    it('offer a write back where it can be taken back, by keyboard too, and are gone then', async () => {
      const wanted: unknown[] = [];
      notices.undoWanted.subscribe((offer) => wanted.push(offer));
      const user = userEvent.setup();
      act(() => notices.succeeded('', { undo: { controller: 'goods.Goods', change: 7 }, news: null }));
      await user.tab();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: undo }));
      await user.keyboard('{Enter}');
      expect(wanted).toEqual([{ controller: 'goods.Goods', change: 7 }]);
      expect(screen.queryByRole('status')).toBeNull();
      act(() => notices.succeeded(''));
      expect(screen.queryByRole('button', { name: undo })).toBeNull();
    });

    it('name the thing that was written, and lead on to its history', async () => {
      const user = userEvent.setup();
      const went: unknown[] = [];
      navigation.subscribe((event) => went.push(event));
      act(() => notices.succeeded('', { news: { action: 'edit', title: 'Tea', count: 1 }, history: '/admin/security/change?id=7' }));
      expect((await screen.findByText(saved)).getAttribute('role')).toBe('status');
      const link = screen.getByRole('link', { name: history });
      expect(link.getAttribute('href')).toBe('/admin/security/change?id=7');
      await user.click(link);
      expect(went).toEqual([{ type: 'navigation.requested', to: '/admin/security/change?id=7', mode: 'push' }]);
      expect(screen.queryByRole('status')).toBeNull();
      act(() => notices.succeeded('', { news: { action: 'del', title: '', count: 3 } }));
      expect((await screen.findByText(deleted)).getAttribute('role')).toBe('status');
      // A list that has gone names nothing.
      act(() => notices.succeeded('', { news: { action: 'step', title: '', count: 1 } }));
      expect((await screen.findByText(stepped)).getAttribute('role')).toBe('status');
      act(() => notices.failed(offline, '/admin/security/change?id=8'));
      expect(screen.getByRole('link', { name: history }).getAttribute('href')).toBe('/admin/security/change?id=8');
    });

    it('keep to the server\u2019s words where it is not known which thing it was', async () => {
      act(() => notices.succeeded('Done', { news: { action: 'edit', title: '', count: 1 } }));
      expect((await screen.findByText('Done')).getAttribute('role')).toBe('status');
    });

    it('give the keyboard back to where it came from, or to the page where that is gone', async () => {
      const end = startReturns();
      const user = userEvent.setup();
      document.body.insertAdjacentHTML('beforeend', '<main><button id="row">row</button></main>');
      const row = document.querySelector<HTMLElement>('#row')!;
      const takenBack = async () => {
        row.focus();
        act(() => notices.succeeded('', { undo: { controller: 'goods.Goods', change: 7 }, news: null }));
        await user.click(await screen.findByRole('button', { name: undo }));
      };
      await takenBack();
      await waitFor(() => expect(document.activeElement).toBe(row));
      // What goes by itself takes the keyboard from nobody.
      act(() => notices.succeeded('Done'));
      fireEvent.animationEnd((await screen.findByText('Done')).closest('[data-kind]')!.lastElementChild!);
      expect(document.activeElement).toBe(row);
      act(() => notices.succeeded('', { undo: { controller: 'goods.Goods', change: 7 }, news: null }));
      row.focus();
      const button = await screen.findByRole('button', { name: undo });
      act(() => button.focus());
      row.remove();
      fireEvent.click(button);
      await waitFor(() => expect(document.activeElement?.localName).toBe('main'));
      end();
      document.querySelector('main')!.remove();
    });

    it('go when closed', () => {
      act(() => notices.failed(offline));
      fireEvent.click(screen.getByRole('button', { name: close }));
      expect(screen.queryByRole('alert')).toBeNull();
    });
  },
);
