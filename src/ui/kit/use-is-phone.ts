import { useMediaQuery } from '@mantine/hooks';

/** Below the first breakpoint of the theme: windows have the whole screen there. A sheet of paper is as narrow, and no phone. */
const PHONE = 'screen and (max-width: 47.99em)';

/** Whether the screen is as narrow as a phone's, from the first drawing on. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
