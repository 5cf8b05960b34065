import { describe, expect, test } from 'vitest';
import { EnvError, readEnv } from '#server/boot/env';
import { networkList } from '#server/base/network';

const problemsOf = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
};

/** What a sampler of that name means here. */
const sampled = (name: string, share = '') => {
  const { followsCaller, share: kept } =
    readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }).tracing ?? {};
  return [followsCaller, kept];
};

describe('the environment', () => {
  test('knows a service for text messages by its address and its token, over a line that nobody listens to', () => {
    const token = { SMS_WEBHOOK_TOKEN: 'token-9' };
    for (const url of ['https://sms.example.com/send', 'http://127.0.0.1:9000/send', 'http://localhost/send'])
      expect(readEnv({ SMS_WEBHOOK_URL: url, ...token }).smsWebhook).toEqual({ url, token: 'token-9' });
    for (const url of ['http://sms.example.com/send', 'ftp://sms.example.com', 'https://me:word@sms.example.com', 'sms'])
      expect(problemsOf({ SMS_WEBHOOK_URL: url, ...token })[0]).toBe(
        'SMS_WEBHOOK_URL must be an address such as https://sms.example.com/send.',
      );
    for (const half of [token, { SMS_WEBHOOK_URL: 'https://sms.example.com/send' }])
      expect(problemsOf(half)).toEqual(['SMS_WEBHOOK_URL and SMS_WEBHOOK_TOKEN must be set together.']);
  });

  test('is complete when nothing is set, or set to nothing', () => {
    const defaults = {
      port: 8000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      adminPassword: undefined,
      terminal: { isOn: true, allowsTokenInQuery: false },
      sampleData: true,
      logLevel: 'info',
      readsPerMinute: 0,
      trustedProxies: [],
      corsOrigins: [],
      modulePublishers: [],
      cloudNetworks: [],
      filesBucket: undefined,
      chatNetworks: [],
      moduleNetworks: [],
      webhookNetworks: [],
      signInNetworks: [],
      isSecretKeyLost: false,
      allowDamaged: false,
      backup: { everyHours: 24, keep: 7 },
    };
    expect(readEnv({})).toEqual(defaults);
    expect(
      readEnv({
        PORT: '',
        HOST: '',
        DATA_DIR: '',
        DATABASE_URL: '',
        ADMIN_PASSWORD: '',
        SAMPLE_DATA: '',
        LOG_LEVEL: '',
        TRUSTED_PROXIES: '',
      }),
    ).toEqual(defaults);
    expect(Object.isFrozen(readEnv({}))).toBe(true);
  });

  test('takes origins that may call the server exactly as browsers write them', () => {
    expect(readEnv({ CORS_ORIGINS: 'http://localhost:1818, https://office.example.com' }).corsOrigins).toEqual([
      'http://localhost:1818',
      'https://office.example.com',
    ]);
    for (const CORS_ORIGINS of [
      '*',
      'localhost',
      'http://localhost:1818/',
      'https://Office.example.com',
      'ftp://a.example',
      'http://a.example,',
    ])
      expect(problemsOf({ CORS_ORIGINS })).toEqual([
        'CORS_ORIGINS must be origins separated by commas, such as http://localhost:1818,https://office.example.com.',
      ]);
  });

  test('takes the address of another server, and names what is set in vain beside it', () => {
    expect(readEnv({ SERVER_URL: 'http://127.0.0.1:8840/', PORT: '0', DATABASE_URL: '' }).upstream).toEqual({
      url: 'http://127.0.0.1:8840',
      unused: [],
    });
    expect(readEnv({ SERVER_URL: 'https://Office.example.com/shop/', TERMINAL: 'off', DATA_DIR: './x' }).upstream).toEqual({
      url: 'https://office.example.com/shop',
      unused: ['DATA_DIR', 'TERMINAL'],
    });
    for (const SERVER_URL of [
      'office',
      'ftp://a.example',
      'https:a.example',
      'https://me:word@a.example',
      'https://a.example/?x',
      'file:///x',
    ])
      expect(problemsOf({ SERVER_URL })).toEqual(['SERVER_URL must be an address such as https://office.example.com.']);
    for (const SERVER_URL of ['http://localhost:8000', 'http://127.0.0.1:8000/x'])
      expect(problemsOf({ SERVER_URL })).toEqual(['SERVER_URL must lead to another server.']);
  });

  test('takes where figures are read, by an address of their own or a token', () => {
    const token = 'a-token-of-at-least-24-letters';
    expect([
      readEnv({}).metrics,
      readEnv({ METRICS_ADDRESS: '127.0.0.1:9464' }).metrics,
      readEnv({ METRICS_ADDRESS: '[::1]:0', METRICS_TOKEN: token }).metrics,
      readEnv({ METRICS_TOKEN: token }).metrics,
    ]).toEqual([
      undefined,
      { address: { host: '127.0.0.1', port: 9464 } },
      { address: { host: '::1', port: 0 }, token },
      { address: undefined, token },
    ]);
    for (const METRICS_ADDRESS of ['9464', ':9464', '127.0.0.1', 'host:70000', 'http://host:1', '::1:1'])
      expect(problemsOf({ METRICS_ADDRESS })).toEqual([
        'METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464.',
      ]);
    for (const METRICS_TOKEN of ['too-short', `${token} with a gap`])
      expect(problemsOf({ METRICS_TOKEN })).toEqual(['METRICS_TOKEN must be a token of 24 to 200 letters, digits and signs.']);
  });

  test('takes who is sent traces, how this server is called there, and how many of them', () => {
    const url = 'http://10.0.0.7:4318/v1/traces';
    const all = { url, serviceName: 'troupe', followsCaller: true, share: 1 };
    expect([
      readEnv({ OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_off' }).tracing,
      readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.7:4318/' }).tracing,
      readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.9', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url, OTEL_SERVICE_NAME: 'shop' })
        .tracing,
    ]).toEqual([undefined, all, { ...all, serviceName: 'shop' }]);
    expect([
      sampled('always_on'),
      sampled('always_off', '0.5'),
      sampled('traceidratio', '0.25'),
      sampled('parentbased_always_off'),
      sampled('parentbased_traceidratio', '0'),
    ]).toEqual([
      [false, 1],
      [false, 0],
      [false, 0.25],
      [true, 0],
      [true, 0],
    ]);
    for (const address of ['collector:4318', 'ftp://a.example', 'http://me:word@a.example', 'http://a.example/?key=1'])
      expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address })).toEqual([
        'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318.',
        'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an address such as http://127.0.0.1:4318/v1/traces.',
      ]);
    expect(problemsOf({ OTEL_TRACES_SAMPLER: 'some', OTEL_TRACES_SAMPLER_ARG: '1.5', OTEL_SERVICE_NAME: 'my shop' })).toEqual([
      'OTEL_SERVICE_NAME must be a name of letters, digits and signs.',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
      'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio.',
    ]);
  });

  test('takes where backups are kept, how often they are made and how many of them', () => {
    expect(
      readEnv({ BACKUP_DIR: '/mnt/backups', BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '48', DATABASE_URL: 'postgres://a@b/c' }).backup,
    ).toEqual({
      dir: '/mnt/backups',
      everyHours: 1,
      keep: 48,
    });
    expect(readEnv({ BACKUP_EVERY_HOURS: '0' }).backup.everyHours).toBe(null);
    expect(problemsOf({ BACKUP_EVERY_HOURS: '9000', BACKUP_KEEP: '0' })).toEqual([
      'BACKUP_EVERY_HOURS must be a whole number from 0 (never) to 8760.',
      'BACKUP_KEEP must be a whole number from 1 to 1000.',
    ]);
  });

  test('knows where stored files lie instead of on the disk', () => {
    const key = { CLOUD_KEY_ID: 'AKIA', CLOUD_SECRET: 's3cret' };
    const bucketOf = (address: string, more = {}) => readEnv({ ...key, FILES_BUCKET: address, ...more }).filesBucket;
    expect(bucketOf('https://s3.example.com/troupe-files')).toEqual({
      url: 'https://s3.example.com/troupe-files',
      bucket: 'troupe-files',
      region: 'us-east-1',
    });
    expect(bucketOf('https://troupe-files.s3.example.com/', { FILES_REGION: 'eu-central-1' })).toEqual({
      url: 'https://troupe-files.s3.example.com',
      bucket: 'troupe-files',
      region: 'eu-central-1',
    });
    expect(problemsOf({ FILES_BUCKET: 'https://s3.example.com/troupe-files' })).toEqual([
      'FILES_BUCKET must be set together with CLOUD_KEY_ID and CLOUD_SECRET.',
    ]);
    expect(problemsOf({ ...key, FILES_BUCKET: 'troupe-files' })).toHaveLength(1);
  });

  test('knows the bucket of the backups, with a key of its own or that of the cloud store', () => {
    const key = { CLOUD_KEY_ID: 'AKIA', CLOUD_SECRET: 's3cret' };
    const bucket = { BACKUP_BUCKET: 'https://s3.example.com/troupe-backups' };
    const target = { url: 'https://s3.example.com/troupe-backups', bucket: 'troupe-backups', region: 'us-east-1' };
    expect(readEnv({ ...key, ...bucket }).backup.bucket).toEqual({ target, credentials: { keyId: 'AKIA', secret: 's3cret' } });
    expect(readEnv({ ...key, ...bucket, BACKUP_KEY_ID: 'OTHER', BACKUP_SECRET: 'own', BACKUP_REGION: 'eu' }).backup.bucket).toEqual({
      target: { ...target, region: 'eu' },
      credentials: { keyId: 'OTHER', secret: 'own' },
    });
    expect(problemsOf(bucket)).toEqual([
      'BACKUP_BUCKET must be set together with BACKUP_KEY_ID and BACKUP_SECRET, or with CLOUD_KEY_ID and CLOUD_SECRET.',
    ]);
    // Written otherwise it is the same.
    expect(problemsOf({ ...key, ...bucket, FILES_BUCKET: 'https://troupe-backups.s3.example.com/', BACKUP_DIR: '/mnt/backups' })).toEqual([
      'BACKUP_BUCKET must be another bucket than FILES_BUCKET.',
      'BACKUP_BUCKET and BACKUP_DIR must not be set together: backups lie in one place.',
    ]);
  });

  test('takes the access key of a cloud store whole, and does not repeat it', () => {
    expect(readEnv({ CLOUD_KEY_ID: 'AKIA', CLOUD_SECRET: 's3cr/et+' }).cloudCredentials).toEqual({ keyId: 'AKIA', secret: 's3cr/et+' });
    expect(readEnv({}).cloudCredentials).toBeUndefined();
    expect(problemsOf({ CLOUD_KEY_ID: 'AKIA' })).toEqual(['CLOUD_KEY_ID and CLOUD_SECRET must be set together.']);
    const problems = problemsOf({ CLOUD_KEY_ID: 'AKIA', CLOUD_SECRET: 'two words' });
    expect(problems[0]).toBe('CLOUD_SECRET must be the secret of an access key of the cloud store.');
    expect(problems.join()).not.toContain('two words');
  });

  test('is read when everything is set', () => {
    const source = {
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/troupe',
      DATABASE_URL: 'postgresql://troupe:s%40crt@db.example.com:5433/troupe?sslmode=require',
      DATABASE_DIRECT_URL: 'postgresql://troupe:s%40crt@db.example.com:5432/troupe?sslmode=require',
      ADMIN_PASSWORD: '正确的 密码 6',
      SAMPLE_DATA: '0',
      TERMINAL: 'off',
      TERMINAL_QUERY_TOKEN: '1',
      LOG_LEVEL: 'WARN',
      READS_PER_MINUTE: '120',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
      CLOUD_PRIVATE_NETWORKS: '10.1.2.3',
      CHAT_PRIVATE_NETWORKS: '127.0.0.1',
      MODULE_PRIVATE_NETWORKS: '10.4.0.0/16',
      WEBHOOK_PRIVATE_NETWORKS: '10.5.0.0/16',
      SIGN_IN_PRIVATE_NETWORKS: '10.6.0.0/16',
      CORS_ORIGINS: 'http://localhost:1818',
      MODULE_PUBLISHERS: `${'A'.repeat(43)}, ${'b'.repeat(43)}`,
      SECRET_KEY_LOST: '1',
      SERVE_DAMAGED: '1',
    };
    expect(readEnv(source)).toEqual({
      // PostgreSQL mostly has backups of its own.
      backup: { dir: undefined, everyHours: null, keep: 7 },
      isSecretKeyLost: true,
      allowDamaged: true,
      port: 0,
      corsOrigins: ['http://localhost:1818'],
      modulePublishers: ['A'.repeat(43), 'b'.repeat(43)],
      host: '::1',
      dataDir: '/srv/troupe',
      databaseUrl: source.DATABASE_URL,
      databaseDirectUrl: source.DATABASE_DIRECT_URL,
      adminPassword: '正确的 密码 6',
      terminal: { isOn: false, allowsTokenInQuery: true },
      sampleData: false,
      logLevel: 'warn',
      readsPerMinute: 120,
      trustedProxies: networkList(['127.0.0.1/32', '10.0.0.0/8']),
      cloudNetworks: networkList(['10.1.2.3']),
      filesBucket: undefined,
      chatNetworks: networkList(['127.0.0.1']),
      moduleNetworks: networkList(['10.4.0.0/16']),
      webhookNetworks: networkList(['10.5.0.0/16']),
      signInNetworks: networkList(['10.6.0.0/16']),
    });
  });

  test('takes a key for what is encrypted, of exactly 32 bytes', () => {
    expect(readEnv({ SECRET_KEY: 'A'.repeat(43) }).secretKey).toEqual(new Uint8Array(32));
    expect(readEnv({}).secretKey).toBeUndefined();
    for (const SECRET_KEY of ['A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`])
      expect(() => readEnv({ SECRET_KEY })).toThrow(/SECRET_KEY must be/u);
  });

  test('tells everything that is wrong at once, and no secret', () => {
    const source = {
      PORT: '80a',
      HOST: 'http://x',
      DATA_DIR: ' ',
      DATABASE_URL: 'mysql://root:hunter2@db/troupe',
      ADMIN_PASSWORD: '<b>hunter2</b>',
      SAMPLE_DATA: 'yes',
      LOG_LEVEL: 'loud',
      READS_PER_MINUTE: '-1',
      TRUSTED_PROXIES: 'proxy.example.com',
    };
    expect(problemsOf(source)).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'HOST must be an address or a host name without port, such as 127.0.0.1 or 0.0.0.0.',
      'DATA_DIR must be the path of a directory.',
      'DATABASE_URL must be an address such as postgresql://user:password@host:5432/database.',
      'ADMIN_PASSWORD must be 6 to 32 characters long and must not contain & < > " \' or line breaks.',
      'SAMPLE_DATA must be 1 (fill a new database with sample goods) or 0 (leave it empty).',
      'LOG_LEVEL must be one of debug, info, warn, error, silent.',
      'READS_PER_MINUTE must be a whole number from 0 (no limit) to 1000000.',
      'TRUSTED_PROXIES must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8.',
    ]);
    expect(() => readEnv(source)).toThrow('Troupe cannot start with these settings:\n- PORT must be');
    expect(() => readEnv(source)).not.toThrow('hunter2');
  });

  test('leads past a pooler where that is said, and to the same place where it is not', () => {
    const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://a@pooler/c', 'postgres://a@b/c'];
    expect(readEnv({ DATABASE_URL }).databaseDirectUrl).toBe(DATABASE_URL);
    expect(readEnv({ DATABASE_URL, DATABASE_DIRECT_URL }).databaseDirectUrl).toBe(DATABASE_DIRECT_URL);
    expect(problemsOf({ DATABASE_DIRECT_URL })).toEqual(['DATABASE_DIRECT_URL must be set together with DATABASE_URL.']);
  });

  test.each(['65536', '-1', '8000.5', ' 80', '1e3', '0x50', '８０'])('refuses the port %j', (PORT) => {
    expect(problemsOf({ PORT })).toHaveLength(1);
  });

  test.each(['12345', 'a'.repeat(33), 'abc&def', 'abc<def', 'abc>def', 'abc"def', "abc'def", 'abc\ndef'])(
    'refuses the password %j',
    (ADMIN_PASSWORD) => {
      expect(problemsOf({ ADMIN_PASSWORD })).toHaveLength(1);
    },
  );

  test.each(['postgresql:///troupe', 'postgresql://db', 'postgresql://db/', 'db', 'http://db/troupe'])(
    'refuses the database address %j',
    (DATABASE_URL) => {
      expect(problemsOf({ DATABASE_URL })).toHaveLength(1);
    },
  );
});
