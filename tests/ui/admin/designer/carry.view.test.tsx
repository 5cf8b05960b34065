import { afterEach, expect, it, vi } from 'vitest';
import { carryByPointer, type Carrying } from '#ui/admin/designer/canvas/carry.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const found = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const point = (type: string, clientY: number) => window.dispatchEvent(new MouseEvent(type, { clientX: 10, clientY }));

/** A list in the page of the shell, which scrolls by itself, with a handle that was pressed. */
function pressed() {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  document.body.innerHTML = '<main style="overflow-y: auto"><div data-field-list><button data-name="Name"></button></div></main>';
  const [page, list, handle] = [found('main'), found('[data-field-list]'), found('button')];
  Object.defineProperties(page, { scrollHeight: { value: 2000 }, clientHeight: { value: 500 } });
  page.getBoundingClientRect = () => new DOMRect(0, 0, 800, 500);
  list.getBoundingClientRect = () => new DOMRect(0, 0, 800, 2000);
  const pulled: unknown[] = [];
  page.scrollBy = (...by: unknown[]) => void pulled.push(by);
  handle.setPointerCapture = () => {};
  const told: string[] = [];
  const carrying = {
    designer: { getSnapshot: () => ({ context: { history: null, chosen: null } }) },
    palette: { send: ({ type }: { readonly type: string }) => told.push(type) },
    carried: { key: 'name' },
  } as unknown as Carrying;
  carryByPointer({ button: 0, pointerId: 1, clientX: 10, clientY: 10, currentTarget: handle } as never, carrying);
  return { handle, told, pulled, frame: () => frames.shift()?.(0) };
}

it('a field that is carried to the edge scrolls the page that it stands in', () => {
  const { pulled, frame } = pressed();
  point('pointermove', 490);
  frame();
  expect(pulled).toEqual([[0, 12]]);
  point('pointerup', 490);
});

it('a field whose row is taken away while it is carried is let go with the pointer', () => {
  const { handle, told } = pressed();
  point('pointermove', 200);
  handle.remove();
  point('pointerup', 200);
  expect([told, document.querySelector('[data-ghost]')]).toEqual([['palette.lifted', 'palette.movedTo', 'palette.dropped'], null]);
});
