/** `whole` gives figures; `short` walks every line in seconds, to see that all of it still runs. */
export type Effort = 'whole' | 'short';
