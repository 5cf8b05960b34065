import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Secret } from '#domain/base/secret';
import { createLogger, type LogFields, type LogLevel } from '#server/base/logger';

const now = (): Date => new Date('2026-11-20T08:00:00.000Z');

function logged(fields: LogFields, level: LogLevel = 'info'): string {
  const lines: string[] = [];
  createLogger({ level, now, write: (line) => lines.push(line) }).info('test.done', fields);
  return lines.join('\n');
}
const parsed = (fields: LogFields): Record<string, unknown> => JSON.parse(logged(fields)) as Record<string, unknown>;
const head = { time: '2026-11-20T08:00:00.000Z', level: 'info', event: 'test.done' };

describe('a log line', () => {
  test('is one line of JSON with time, level, event and the fields of the logger and its parents', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', now, write: (line) => lines.push(line) });
    logger
      .child({ requestId: 'r1' })
      .child({ adminId: 7 })
      .warn('goods.refused', { reason: 'line\nfeed', time: 'no', event: 'no', level: 'no' });
    expect(lines).toEqual([
      '{"time":"2026-11-20T08:00:00.000Z","level":"warn","event":"goods.refused","requestId":"r1","adminId":7,"reason":"line\\nfeed"}',
    ]);
  });

  test.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ] as const)('is written from level %s on', (level, expected) => {
    const lines: string[] = [];
    const logger = createLogger({ level, now, write: (line) => lines.push(line) });
    for (const each of ['debug', 'info', 'warn', 'error'] as const) logger[each]('x.happened');
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(expected);
  });

  test('never breaks on strange values', () => {
    const circle: Record<string, unknown> = { name: 'a' };
    circle['self'] = circle;
    const hostile = {
      toJSON: () => {
        throw new Error('no');
      },
    };
    expect(
      parsed({ circle, hostile, big: 12n, call: () => 1, bytes: new Uint8Array(3), at: new Date(0), none: undefined, nothing: null }),
    ).toEqual({
      ...head,
      circle: { name: 'a', self: '[circular]' },
      hostile: '[unreadable]',
      big: '12',
      call: '[function]',
      bytes: '[3 bytes]',
      at: '1970-01-01T00:00:00.000Z',
      nothing: null,
    });
  });

  test('is bounded', () => {
    const line = logged({
      text: 'ab '.repeat(100_000),
      list: Array.from({ length: 1000 }, (_, index) => index),
      wide: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index])),
    });
    expect(line.length).toBeLessThan(4000);
    expect(line).toContain('… (300000 characters)');
  });
});

describe('redaction', () => {
  const secret = 'hunter2-is-the-secret';
  test.each([
    'password',
    'oldPassword',
    'new_password',
    'token',
    'batoken',
    'ba-user-token',
    'refreshToken',
    'ba_token',
    'Authorization',
    'cookie',
    'set-cookie',
    'clientSecret',
    'api-key',
    'captcha',
    'captchaInfo',
    'code',
    'smtp_pass',
    'salt',
    'hash',
    'params',
    'detail',
    'DATABASE_URL',
    'ticket',
    'key',
  ])('hides the value of %s at any depth', (key) => {
    expect(parsed({ [key]: secret, inner: [{ [key]: secret }] })).toEqual({
      ...head,
      [key]: '[redacted]',
      inner: [{ [key]: '[redacted]' }],
    });
  });

  test('leaves what is no secret', () => {
    const fields = {
      code: '23505',
      status: 409,
      username: 'admin',
      id: '018f4e3a-5b7c-7d8e-9f00-112233445566',
      constraint: 'config_name_unique',
      hasToken: true,
    };
    expect(parsed(fields)).toEqual({ ...head, ...fields });
  });

  test('finds tokens, their hashes, password hashes and passwords of addresses by their shape, in any text', () => {
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    const phc = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA';
    const line = logged({
      said: `got ${token}, stored ${hash}`,
      quoted: `"${token}"`,
      header: 'Bearer abc.def-123',
      address: `postgresql://troupe:${secret}@db/troupe`,
      stored: phc,
      error: new Error(`failed for ${token}`, { cause: new Error(hash) }),
    });
    for (const planted of [token, hash, secret, 'abc.def-123', 'aGFzaGhhc2g']) expect(line).not.toContain(planted);
    expect(line).toContain('postgresql://troupe:[redacted]@db/troupe');
  });

  test('a token at the edge of a text that is cut does not survive in part', () => {
    const token = randomBytes(32).toString('base64url');
    expect(logged({ said: `${'a '.repeat(990)}${token}${' b'.repeat(50)}` })).not.toContain(token.slice(0, 12));
  });

  test('a path loses its query', () => {
    expect(parsed({ path: '/api/goods?batoken=abc&x=1', request: { url: 'http://h/a?b=c' } })).toEqual({
      ...head,
      path: '/api/goods',
      request: { url: 'http://h/a' },
    });
  });

  test('an error keeps name, message, code and constraint, and loses everything else it carries', () => {
    const error = Object.assign(new TypeError('no'), { code: '23505', constraint: 'c', query: `select ${secret}`, params: [secret] });
    const { error: written } = parsed({ error }) as { error: Record<string, unknown> };
    expect(Object.keys(written)).toEqual(['name', 'message', 'code', 'constraint', 'stack']);
    expect(written).toMatchObject({ name: 'TypeError', message: 'no', code: '23505', constraint: 'c' });
  });

  test('a secret value writes its own placeholder', () => {
    expect(parsed({ value: new Secret(secret) })).toEqual({ ...head, value: { $secret: true } });
  });
});
