import { useMediaQuery } from '@mantine/hooks';

/** Below the first breakpoint of the theme: windows have the whole screen there. */
const PHONE = '(max-width: 47.99em)';

/** Whether the screen is as narrow as a phone's, from the first drawing on. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
