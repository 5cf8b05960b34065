/** A name that contains one of these words is that of a secret, wherever it is written down. */
const SECRET_WORDS = [
  'pass',
  'pwd',
  'token',
  'secret',
  'authorization',
  'cookie',
  'apikey',
  'credential',
  'ticket',
  'salt',
  'captcha',
  'factorcode',
  'recoverycode',
];

/** Names are compared without case, `-`, `_` and blanks. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]/gu, '');

export function isSecretName(name: string): boolean {
  const bare = bareName(name);
  return SECRET_WORDS.some((word) => bare.includes(word));
}
