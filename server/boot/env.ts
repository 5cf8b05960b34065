import { isPassword } from '#domain/base/validation';
import { DEFAULT_DATA_DIR, dataDirOf } from '../base/data-dir.ts';
import type { CloudTarget } from '../ports/upload-ports.ts';
import type { CloudCredentials } from '../adapters/files/aws-signature.ts';
import type { TracingSettings } from '../adapters/tracing/otlp-tracing.ts';
import type { SmsWebhook } from '../adapters/http-sms.ts';
import { LOG_LEVELS, type LogLevel } from '../base/logger.ts';
import { DEFAULT_TERMINAL, type TerminalRules } from '../features/terminal/terminal.service.ts';
import { encryptionKeyOf } from '../adapters/secret-key.ts';
import { networkList, type NetworkList } from '../base/network.ts';
import type { BackupSettings } from './backups/open-backups.ts';
import { printable, readBuckets, serverUrlOf } from './env-buckets.ts';

/** What the environment says, checked. */
export interface Env {
  /** 8000 unless PORT is set; 0 takes any free port. */
  readonly port: number;
  /** This machine only unless HOST is set; 0.0.0.0 or :: opens the door to the network. */
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL server; without it the embedded database in the data directory. */
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler between, for PostgreSQL's own programs; `databaseUrl` where nothing else is said. */
  readonly databaseDirectUrl: string | undefined;
  /** The first administrator's password; used on the first start only. Without it one is generated. */
  readonly adminPassword: string | undefined;
  readonly sampleData: boolean;
  readonly logLevel: LogLevel;
  /** Of an S3-compatible store, for uploads in cloud mode. */
  readonly cloudCredentials: CloudCredentials | undefined;
  /** Private networks in which the cloud store may be. */
  readonly cloudNetworks: NetworkList;
  /** Where stored files lie instead of in the data directory. */
  readonly filesBucket: CloudTarget | undefined;
  /** Private networks in which models of the chat may be. */
  readonly chatNetworks: NetworkList;
  /** Private networks in which registries of modules may be. */
  readonly moduleNetworks: NetworkList;
  /** Private networks in which webhooks may be told of changes. */
  readonly webhookNetworks: NetworkList;
  /** Private networks in which providers of sign-ins may be. */
  readonly signInNetworks: NetworkList;
  readonly terminal: TerminalRules;
  /** A service that sends text messages; without it they stay in the outbox. */
  readonly smsWebhook: SmsWebhook | undefined;
  /** What secrets in the database are encrypted with, where servers on several machines share one; without it the data directory has one. */
  readonly secretKey: Uint8Array<ArrayBuffer> | undefined;
  /** Somebody says that the key is gone for good, so that a start need not look for it. */
  readonly isSecretKeyLost: boolean;
  /** Serves an embedded database that is damaged, so that what is left of it can be saved. */
  readonly allowDamaged: boolean;
  /** Reading calls that one network may make in a minute; 0 for no limit. */
  readonly readsPerMinute: number;
  readonly backup: BackupSettings;
  /** Where `/metrics` is answered; undefined where it is not. */
  readonly metrics: MetricsSettings | undefined;
  /** Who is sent traces; undefined where nobody is. */
  readonly tracing: TracingSettings | undefined;
  /** Origins of other pages that may call the server, such as `http://localhost:1818`. */
  readonly corsOrigins: readonly string[];
  /** Public keys of those whose modules may be brought in, 32 bytes in base64url each. */
  readonly modulePublishers: readonly string[];
  /** Of the site, where its settings name none: what passkeys are bound to. */
  readonly siteAddress: string | undefined;
  /** Another server, whose pages these are: nothing of our own is opened then. */
  readonly upstream: Upstream | undefined;
  /** Proxies that are believed when they say whom they answer. */
  readonly trustedProxies: NetworkList;
}

export interface MetricsSettings {
  /** A socket of its own; without it the server's own answers, to whoever has the token. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  readonly token: string | undefined;
}

export interface Upstream {
  /** Such as `https://office.example.com`, without a slash at the end. */
  readonly url: string;
  /** Variables that are set and mean nothing here. */
  readonly unused: readonly string[];
}

/** Everything that is wrong with the environment, one plain sentence each. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Troupe cannot start with these settings:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

type Source = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks all settings. An empty value counts as absent, as in `PORT= npm start`.
 * @throws EnvError with every problem at once; values are not repeated in it where they may be secret
 */
export function readEnv(source: Source): Env {
  const problems: string[] = [];
  const read = <T>(name: string, absent: T, parse: (text: string) => T | undefined, mustBe: string): T => {
    const text = source[name];
    if (text === undefined || text === '') return absent;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} must be ${mustBe}.`);
    return value ?? absent;
  };
  const { cloudCredentials, filesBucket, backupBucket } = readBuckets(read, Boolean(source['BACKUP_DIR']), (problem) =>
    problems.push(problem),
  );
  const smsUrl = read<string | undefined>('SMS_WEBHOOK_URL', undefined, webhookOf, 'an address such as https://sms.example.com/send');
  const smsToken = read<string | undefined>('SMS_WEBHOOK_TOKEN', undefined, printable, 'the token of the service that sends text messages');
  if ((smsUrl === undefined) !== (smsToken === undefined)) problems.push('SMS_WEBHOOK_URL and SMS_WEBHOOK_TOKEN must be set together.');
  const metricsAddress = read('METRICS_ADDRESS', undefined, socketOf, 'an address and a port, such as 127.0.0.1:9464 or [::1]:9464');
  const metricsToken = read<string | undefined>('METRICS_TOKEN', undefined, tokenOf, 'a token of 24 to 200 letters, digits and signs');
  const collector = read<string | undefined>('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, serverUrlOf, COLLECTOR);
  const tracesUrl =
    read<string | undefined>('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', undefined, serverUrlOf, `${COLLECTOR}/v1/traces`) ??
    (collector && `${collector}/v1/traces`);
  const serviceName = read('OTEL_SERVICE_NAME', 'troupe', printable, 'a name of letters, digits and signs');
  const samplerShare = read('OTEL_TRACES_SAMPLER_ARG', 1, shareOf, 'a number from 0 to 1');
  const sampler = read('OTEL_TRACES_SAMPLER', 'parentbased_always_on', samplerOf, `one of ${SAMPLERS.join(', ')}`);
  const upstreamUrl = read<string | undefined>('SERVER_URL', undefined, serverUrlOf, 'an address such as https://office.example.com');
  const env: Env = {
    port: read('PORT', 8000, portOf, 'a whole number from 0 to 65535'),
    host: read('HOST', '127.0.0.1', hostOf, 'an address or a host name without port, such as 127.0.0.1 or 0.0.0.0'),
    dataDir: read('DATA_DIR', DEFAULT_DATA_DIR, dataDirOf, 'the path of a directory'),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, databaseUrlOf, DATABASE),
    databaseDirectUrl: read('DATABASE_DIRECT_URL', databaseUrlOf(source['DATABASE_URL'] ?? ''), databaseUrlOf, DATABASE),
    adminPassword: read<string | undefined>(
      'ADMIN_PASSWORD',
      undefined,
      (text) => (isPassword(text) ? text : undefined),
      '6 to 32 characters long and must not contain & < > " \' or line breaks',
    ),
    sampleData: read('SAMPLE_DATA', true, switchOf, '1 (fill a new database with sample goods) or 0 (leave it empty)'),
    cloudCredentials,
    filesBucket,
    cloudNetworks: read('CLOUD_PRIVATE_NETWORKS', [], networksOf, NETWORKS),
    chatNetworks: read('CHAT_PRIVATE_NETWORKS', [], networksOf, NETWORKS),
    moduleNetworks: read('MODULE_PRIVATE_NETWORKS', [], networksOf, NETWORKS),
    webhookNetworks: read('WEBHOOK_PRIVATE_NETWORKS', [], networksOf, NETWORKS),
    signInNetworks: read('SIGN_IN_PRIVATE_NETWORKS', [], networksOf, NETWORKS),
    terminal: {
      isOn: read('TERMINAL', DEFAULT_TERMINAL.isOn, onOffOf, 'on or off'),
      allowsTokenInQuery: read('TERMINAL_QUERY_TOKEN', DEFAULT_TERMINAL.allowsTokenInQuery, switchOf, '1 or 0'),
    },
    smsWebhook: smsUrl !== undefined && smsToken !== undefined ? { url: smsUrl, token: smsToken } : undefined,
    secretKey: read<Uint8Array<ArrayBuffer> | undefined>(
      'SECRET_KEY',
      undefined,
      encryptionKeyOf,
      '32 random bytes in base64url, 43 characters',
    ),
    isSecretKeyLost: read('SECRET_KEY_LOST', false, switchOf, '1 (once, when the key is gone for good) or 0'),
    allowDamaged: read('SERVE_DAMAGED', false, switchOf, '1 (to save what is left of a damaged database) or 0'),
    logLevel: read('LOG_LEVEL', 'info', logLevelOf, `one of ${LOG_LEVELS.join(', ')}`),
    readsPerMinute: read('READS_PER_MINUTE', 0, countOf, 'a whole number from 0 (no limit) to 1000000'),
    metrics: metricsAddress !== undefined || metricsToken !== undefined ? { address: metricsAddress, token: metricsToken } : undefined,
    tracing: tracesUrl === undefined ? undefined : { url: tracesUrl, serviceName, ...samplingOf(sampler, samplerShare) },
    backup: {
      dir: read<string | undefined>('BACKUP_DIR', undefined, dataDirOf, 'the path of a directory'),
      // Who runs PostgreSQL mostly has backups of it; an embedded database has none but these.
      everyHours: read('BACKUP_EVERY_HOURS', source['DATABASE_URL'] ? 0 : 24, hoursOf, 'a whole number from 0 (never) to 8760') || null,
      keep: read('BACKUP_KEEP', 7, keptOf, 'a whole number from 1 to 1000'),
      bucket: backupBucket,
    },
    corsOrigins: read(
      'CORS_ORIGINS',
      [],
      originsOf,
      'origins separated by commas, such as http://localhost:1818,https://office.example.com',
    ),
    modulePublishers: read(
      'MODULE_PUBLISHERS',
      [],
      publishersOf,
      'public keys of Ed25519 in base64url, 43 characters each, separated by commas',
    ),
    siteAddress: read<string | undefined>('SITE_ADDRESS', undefined, siteAddressOf, 'an origin such as https://www.example.com'),
    trustedProxies: read('TRUSTED_PROXIES', [], networksOf, NETWORKS),
    upstream: upstreamUrl === undefined ? undefined : { url: upstreamUrl, unused: OWN_SERVER_ONLY.filter((name) => source[name]) },
  };
  if (source['DATABASE_DIRECT_URL'] && !source['DATABASE_URL'])
    problems.push('DATABASE_DIRECT_URL must be set together with DATABASE_URL.');
  if (upstreamUrl !== undefined && isItself(new URL(upstreamUrl), env)) problems.push('SERVER_URL must lead to another server.');
  if (problems.length > 0) throw new EnvError(problems);
  return Object.freeze(env);
}

/** What only a server with data of its own reads. */
const OWN_SERVER_ONLY = [
  'DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'ADMIN_PASSWORD', 'SAMPLE_DATA', 'READS_PER_MINUTE', 'TERMINAL', 'TERMINAL_QUERY_TOKEN', 'CLOUD_KEY_ID',
  'CLOUD_SECRET', 'CLOUD_PRIVATE_NETWORKS', 'FILES_BUCKET', 'FILES_REGION', 'SMS_WEBHOOK_URL', 'SMS_WEBHOOK_TOKEN', 'SECRET_KEY', 'SECRET_KEY_LOST', 'CORS_ORIGINS',
  'SERVE_DAMAGED', 'SITE_ADDRESS', 'CHAT_PRIVATE_NETWORKS', 'MODULE_PUBLISHERS', 'MODULE_PRIVATE_NETWORKS', 'WEBHOOK_PRIVATE_NETWORKS',
  'SIGN_IN_PRIVATE_NETWORKS',
  'METRICS_ADDRESS', 'METRICS_TOKEN', 'BACKUP_DIR', 'BACKUP_EVERY_HOURS', 'BACKUP_KEEP', 'BACKUP_BUCKET', 'BACKUP_REGION', 'BACKUP_KEY_ID', 'BACKUP_SECRET',
  'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG',
]; // prettier-ignore

const NETWORKS = 'addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8';
const DATABASE = 'an address such as postgresql://user:password@host:5432/database';
const COLLECTOR = 'an address such as http://127.0.0.1:4318';
/** As the standard calls them. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type Sampler = (typeof SAMPLERS)[number];
const samplerOf = (text: string): Sampler | undefined => SAMPLERS.find((name) => name === text);
const shareOf = (text: string): number | undefined =>
  /^(?:0|1|[01]?\.\d{1,9})$/u.test(text) && Number(text) <= 1 ? Number(text) : undefined;
const samplingOf = (name: Sampler, share: number): Pick<TracingSettings, 'followsCaller' | 'share'> => ({
  followsCaller: name.startsWith('parentbased_'),
  share: name.endsWith('traceidratio') ? share : name.endsWith('_off') ? 0 : 1,
});
const networksOf = (text: string): NetworkList | undefined => networkList(text.split(',')) ?? undefined;
const originsOf = (text: string): readonly string[] | undefined => {
  const origins = text.split(',').map((origin) => origin.trim());
  return origins.every((origin) => /^https?:/u.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin)
    ? origins
    : undefined;
};
const publishersOf = (text: string): readonly string[] | undefined => {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => /^[\w-]{43}$/u.test(key)) ? keys : undefined;
};
const siteAddressOf = (text: string): string | undefined =>
  /^https?:/u.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : undefined;
const portOf = (text: string): number | undefined => (/^\d{1,5}$/u.test(text) && Number(text) <= 65_535 ? Number(text) : undefined);
const countOf = (text: string): number | undefined => (/^\d{1,7}$/u.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined);
const hoursOf = (text: string): number | undefined => (/^\d{1,4}$/u.test(text) && Number(text) <= 8760 ? Number(text) : undefined);
const keptOf = (text: string): number | undefined =>
  /^\d{1,4}$/u.test(text) && Number(text) >= 1 && Number(text) <= 1000 ? Number(text) : undefined;
const hostOf = (text: string): string | undefined => (/^(?:[\w.-]{1,253}|[\da-fA-F:.]{2,45}(?:%[\w.]+)?)$/u.test(text) ? text : undefined);
const tokenOf = (text: string): string | undefined => (/^[\x21-\x7e]{24,200}$/u.test(text) ? text : undefined);
const socketOf = (text: string): { readonly host: string; readonly port: number } | undefined => {
  const [, inBrackets, plain, digits = ''] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/u.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const port = portOf(digits);
  return host === undefined || port === undefined ? undefined : { host, port };
};
const switchOf = (text: string): boolean | undefined => (text === '1' ? true : text === '0' ? false : undefined);
const onOffOf = (text: string): boolean | undefined => (text === 'on' ? true : text === 'off' ? false : switchOf(text));
const logLevelOf = (text: string): LogLevel | undefined => LOG_LEVELS.find((level) => level === text.toLowerCase());

/** Plain HTTP is for a service on this machine. */
function webhookOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? text : undefined;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** It would ask itself for ever. */
const isItself = (url: URL, { host, port }: Pick<Env, 'host' | 'port'>): boolean =>
  Number(url.port || (url.protocol === 'https:' ? 443 : 80)) === port && (LOOPBACK.includes(url.hostname) || url.hostname === host);

function databaseUrlOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isComplete = url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) && url.hostname !== '' && url.pathname.length > 1;
  return isComplete ? text : undefined;
}
