import type { SyntheticEvent } from 'react';

/** Whether it happened there in the page as well: what is typed in a window of its own comes by here on its way through the components. */
export const isInside = ({ currentTarget, target }: SyntheticEvent): boolean => target instanceof Node && currentTarget.contains(target);
