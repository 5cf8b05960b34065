import { PROFILE_PATH } from '#domain/shell/menu';

const PART = 'part=notifications';

/** Where somebody chooses of what they hear: a part of their profile, far below its beginning. */
export const WAYS_ADDRESS = `${PROFILE_PATH}?${PART}`;

/** Whether the address of a page asks for that part. */
export const isForWays = (search: string): boolean => search.replace(/^\?/u, '') === PART;
