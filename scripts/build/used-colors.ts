import type { Plugin } from 'vite';

/** Colours of Mantine's palette that nothing of ours is drawn in: what options of a field are drawn in has colours of its own. */
export const UNUSED_COLORS = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'lime', 'yellow'] as const;

const DECLARATION = new RegExp(String.raw`--mantine-color-(?:${UNUSED_COLORS.join('|')})-[\w-]+:[^;}]*;?`, 'gu');

/** Leaves them out of what every page of the back office loads: each is ten shades and a dozen uses of them, light and dark. */
export function usedColors(): Plugin {
  return {
    name: 'used-colors',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@mantine[\\/]core[\\/]styles[\\/]default-css-variables[\w.-]*\.css/u },
      handler: (code) => code.replaceAll(DECLARATION, ''),
    },
  };
}
