import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Presses the button of this name. */
export const press = (name: string | RegExp) => async (user: Pick<UserEvent, 'click'>) => user.click(screen.getByRole('button', { name }));

export const shows = (text: string | RegExp): boolean => screen.queryByText(text) !== null;
