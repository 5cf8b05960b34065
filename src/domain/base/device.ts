/** What somebody uses, as far as the text that browsers send about themselves tells it. Names of products need no translation. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** In this order: most browsers also name those they are like. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//u, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\/|\bOpera\b/u, 'Opera'],
  [/\bQQBrowser\//u, 'QQ'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//u, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//u, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/u, 'iOS'],
  [/\biPad\b/u, 'iPadOS'],
  [/\bOpenHarmony\b|\bHarmonyOS\b/u, 'HarmonyOS'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, text: string): string | null => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** @param userAgent at most as long as the server stores it */
export const deviceOf = (userAgent: string): Device => ({ browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) });
