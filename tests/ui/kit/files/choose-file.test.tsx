import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ChooseFile } from '#ui/kit/files/ChooseFile.tsx';
import { renderInApp } from '../support.tsx';

it('tells of a file as often as it is chosen, also when nothing else was chosen between', async () => {
  const told: string[] = [];
  renderInApp(
    <ChooseFile accept=".zip" onFile={({ name }) => told.push(name)}>
      {(open) => <button type="button" {...open} />}
    </ChooseFile>,
  );
  const user = userEvent.setup({ delay: null });
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  let opened = 0;
  input.addEventListener('click', () => (opened += 1));
  await user.click(screen.getByRole('button'));
  expect([opened, input.accept]).toEqual([1, '.zip']);
  const file = new File(['x'], 'feedback.zip', { type: 'application/zip' });
  for (let times = 0; times < 2; times += 1) await user.upload(input, file);
  expect(told).toEqual(['feedback.zip', 'feedback.zip']);
});
