import { afterEach, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { outsideStylesLogic } from '#actors/app/outside-styles.actors';

const [one, two] = ['https://a.test/one.css', 'https://b.test/two.css'] as const;
const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[data-outside]')];
const linkTo = (sheet: string) => links().find((link) => link.href === sheet)!;
const styles = createActor(outsideStylesLogic()).start();

afterEach(() => styles.send({ type: 'styles.wanted', sheets: [] }));

it('the page shows the sheets that are wanted, and tells of each how it went', () => {
  styles.send({ type: 'styles.wanted', sheets: [one, two] });
  expect(links().map(({ href, rel, crossOrigin }) => [href, rel, crossOrigin])).toEqual([
    [one, 'stylesheet', 'anonymous'],
    [two, 'stylesheet', 'anonymous'],
  ]);
  linkTo(one).dispatchEvent(new Event('load'));
  expect(styles.getSnapshot().hasTag('busy')).toBe(true);
  // Its host lets nobody read it: it is asked for once more, only to be shown.
  linkTo(two).dispatchEvent(new Event('error'));
  expect([linkTo(two).crossOrigin, styles.getSnapshot().context.failed]).toEqual([null, []]);
  linkTo(two).dispatchEvent(new Event('error'));
  expect(styles.getSnapshot().context).toEqual({ wanted: [one, two], loaded: [one], failed: [two] });
  expect(styles.getSnapshot().hasTag('busy')).toBe(false);
});

it('the page takes away what is wanted no longer', () => {
  styles.send({ type: 'styles.wanted', sheets: [one, two] });
  styles.send({ type: 'styles.wanted', sheets: [two] });
  expect(links().map(({ href }) => href)).toEqual([two]);
  styles.send({ type: 'styles.wanted', sheets: [] });
  expect(links()).toEqual([]);
});
