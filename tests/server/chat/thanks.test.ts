import { expect, it } from 'vitest';
import { areThanks, isGreeting } from '#server/features/chat/built-in/keywords';

it.each([
  '谢谢',
  '谢谢您！',
  '好的，谢谢啦～',
  '非常感谢。',
  '多谢',
  'Thanks!',
  'thank you very much',
  'OK, thanks a lot.',
  'ＴＨＡＮＫＳ',
])('“%s” are thanks', (text) => expect(areThanks(text)).toBe(true));

it.each(['谢谢，怎么注销账户？', '感谢信怎么写', '怎么谢谢客服', 'Thanks, how do I close my account?', 'thanksgiving', 'ok', ''])(
  '“%s” is a question, or none, and not thanks alone',
  (text) => expect(areThanks(text)).toBe(false),
);

it.each(['你好', '您好！', '嗨～', '在吗？', '早上好', 'Hello!', 'hi there', 'Good morning.', 'ＨＩ'])('“%s” is a greeting', (text) =>
  expect(isGreeting(text)).toBe(true),
);

it.each(['你好，怎么注册？', '你好龙井', 'hi-fi', 'Hello, what is on sale?', 'history', ''])('“%s” is no greeting alone', (text) =>
  expect(isGreeting(text)).toBe(false),
);
