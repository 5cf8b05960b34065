import type { Issue } from '../base/issue.ts';
import { isPassword } from '../base/validation.ts';

/** What guessers try first: the most used passwords of 6 and more characters, and what people make of a product's or a person's name. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 111111 000000 222222 333333 444444 555555 666666 777777 888888 999999 121212
   123123 123321 654321 112233 223344 102030 147258 147258369 159753 159357 258456 987654321 11111111 88888888 00000000 12341234 11223344
   5201314 520520 1314520 7758521 5211314 woaini woaini1314 woaiwojia password password1 password123 passw0rd p@ssw0rd p@ssword qwerty
   qwerty123 qwertyuiop qwer1234 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc zaq12wsx asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm
   abc123 abc12345 abcd1234 abcdef abcdefg a123456 a1234567 a12345678 a123456789 aa123456 aaa111 aaaaaa aa12345678 admin1 admin12
   admin123 admin1234 admin12345 admin123456 admin888 administrator root123 root1234 test123 test1234 user123 guest123 welcome welcome1
   welcome123 letmein iloveyou iloveyou1 monkey dragon sunshine princess football baseball superman batman master shadow michael
   changeme secret123 default login123 trustno1`.split(/\s+/u),
);

/**
 * Why a new password may not be used, whoever sets it and for whomever; null when it may, and where none is entered.
 * @param username of the account it is for
 * Source: specification §5; security.md rule 6.
 */
export function checkPassword(password: unknown, username: unknown): Issue | null {
  if (typeof password !== 'string' || password === '') return null;
  if (!isPassword(password)) return { key: 'validation.password' };
  const plain = password.toLowerCase();
  if (COMMON_PASSWORDS.has(plain)) return { key: 'validation.commonPassword' };
  return typeof username === 'string' && plain === username.toLowerCase() ? { key: 'validation.passwordIsName' } : null;
}
