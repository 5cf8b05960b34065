import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { TOUR_STEPS, type TourStep } from '#domain/demo/tour-steps';
import { demoTourLogic, isRecordWrite, keptTourStep } from '#actors/demo/demo-tour.actors';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { DemoTour } from '#ui/demo/DemoTour.tsx';

/** A tab's own storage. */
function tabStorage() {
  const kept = new Map<string, string>();
  return {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, text: string) => void kept.set(key, text),
    remove: (key: string) => void kept.delete(key),
  };
}

const reply = (code: number) => Response.json({ code });
const post = (path: string) => ({ method: 'POST', url: `http://in-process.invalid${path}` });

describe('the tour', () => {
  let led: TourStep[];
  let storage: ReturnType<typeof tabStorage>;
  const open = (): ReturnType<typeof createActor<ReturnType<typeof demoTourLogic>>> =>
    createActor(
      demoTourLogic(storage, (step) => led.push(step)),
      { input: { step: keptTourStep(storage) } },
    ).start();

  beforeEach(async () => {
    led = [];
    storage = tabStorage();
    await startMessages('en');
    await loadMessages(['demo']);
  });

  it('leads from step to step, waits for a write, and is there again after a reload without leading anybody', async () => {
    const tour = open();
    const { unmount } = render(<DemoTour tour={tour} />);
    expect(screen.queryByRole('complementary')).toBeNull();
    tour.send({ type: 'tour.opened', step: 'chart' });
    await screen.findByText('Step 1 of 5');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('heading').textContent).toBe('Change something');
    tour.send({ type: 'record.written' });
    await screen.findByText('Step 3 of 5');
    expect(led).toEqual(['chart', 'write']);
    await userEvent.click(screen.getByRole('button', { name: 'Take me there' }));
    expect(led).toEqual(['chart', 'write', 'undo']);
    unmount();
    render(<DemoTour tour={open()} />);
    expect(screen.getByText('Step 3 of 5')).toBeDefined();
    expect(led).toEqual(['chart', 'write', 'undo']);
    for (const _ of TOUR_STEPS.slice(3)) await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(keptTourStep(storage)).toBeNull();
  });

  it('takes for a write what a server has accepted, and nothing else', async () => {
    expect(await isRecordWrite(post('/api/admin/goods.Category/edit'), reply(1))).toBe(true);
    expect(await isRecordWrite(post('/api/admin/goods.Category/edit'), reply(0))).toBe(false);
    expect(await isRecordWrite(post('/api/admin/Index/login'), reply(1))).toBe(false);
    expect(await isRecordWrite({ ...post('/api/admin/goods.Category/edit'), method: 'GET' }, reply(1))).toBe(false);
  });
});
