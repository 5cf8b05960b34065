import { afterEach, expect, it } from 'vitest';
import { showTimesIn } from '#ui/kit/cells/time-text.ts';
import { clockText } from '#ui/admin/terminal/task-words.ts';

afterEach(() => showTimesIn(''));

it.each([
  ['Asia/Shanghai', '03:51:07'],
  ['America/New_York', '14:51:07'],
  ['Asia/Kathmandu', '01:36:07'],
])('says when a task began on the clock of %s, wherever the viewer is', (zone, text) => {
  showTimesIn(zone);
  expect(clockText(1_795_290_667_999)).toBe(text);
});
