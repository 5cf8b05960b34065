import { join, resolve } from 'node:path';
import { dataDirPaths, freeDiskShare } from '../base/data-dir.ts';
import type { Database } from '../db/base/database.ts';
import type { CloudTarget } from '../ports/upload-ports.ts';
import type { CloudCredentials } from '../adapters/files/aws-signature.ts';
import { createCloudStore } from '../adapters/files/cloud-store.ts';
import type { Logger } from '../base/logger.ts';
import { openJobs } from '../db/jobs/boss-jobs.ts';
import { createSmtpMailer } from '../adapters/smtp-mailer.ts';
import { readMessageFiles } from '../adapters/message-files.ts';
import { openDemoFolder } from '../adapters/pages/demo-folder.ts';
import { createKeptPages } from '../adapters/pages/kept-pages.ts';
import { readPageFolder } from '../adapters/pages/page-folder.ts';
import { createModelProviders } from '../adapters/models/model-providers.ts';
import { createIdentityProviders } from '../adapters/identities/identity-providers.ts';
import { createRegistryFetch } from '../adapters/registry-fetch.ts';
import { createPasswordHasher } from '../adapters/password-hasher.ts';
import { nowSeconds, type ServerPorts } from '../ports/ports.ts';
import { createRandomBytes } from '../base/random-bytes.ts';
import { createPrecedence } from '../base/precedence.ts';
import { createPrometheus } from '../adapters/prometheus.ts';
import { createRasteriser } from '../adapters/rasteriser.ts';
import { createOtlpTracing, type TracingSettings } from '../adapters/tracing/otlp-tracing.ts';
import { tracedJobs } from './trace-work.ts';
import { type BackupSettings, openBackups, openFiles } from './backups/open-backups.ts';
import { encryptionKey } from './encryption-key.ts';
import type { NetworkList } from '../base/network.ts';
import { createEncryptor } from '../base/encryptor.ts';
import { createHttpSms, type SmsWebhook } from '../adapters/http-sms.ts';
import { createWebhookSender } from '../adapters/webhook-sender.ts';
import { createProcesses } from '../adapters/processes/node-processes.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface NodePortsOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: ServerPorts['clock'];
  /** The disk that must not run full. */
  readonly dataDir: string;
  readonly cloudCredentials?: CloudCredentials | undefined;
  readonly cloudNetworks?: NetworkList | undefined;
  readonly filesBucket?: CloudTarget | undefined;
  readonly chatNetworks?: NetworkList | undefined;
  readonly moduleNetworks?: NetworkList | undefined;
  readonly webhookNetworks?: NetworkList | undefined;
  readonly signInNetworks?: NetworkList | undefined;
  readonly smsWebhook?: SmsWebhook | undefined;
  readonly siteAddress?: string | undefined;
  /** Of PostgreSQL, past a pooler: copies of it are opened there. */
  readonly databaseDirectUrl?: string | undefined;
  readonly backup?: BackupSettings;
  /** Left out, the data directory has one. */
  readonly secretKey?: Uint8Array<ArrayBuffer> | undefined;
  readonly isSecretKeyLost?: boolean;
  /** Left out, nothing is traced. */
  readonly tracing?: TracingSettings | undefined;
}

/** What a server needs to serve pages, with or without data of its own. */
export const pagePorts = async (): Promise<Pick<ServerPorts, 'randomBytes' | 'messages' | 'pages'>> => ({
  randomBytes: createRandomBytes(),
  messages: readMessageFiles(join(ROOT, 'locales')),
  pages: await readPageFolder(join(ROOT, 'dist')),
});

/** The ports of a server on a machine, as opposed to those of a test. */
export async function nodePorts({
  database,
  logger,
  clock,
  dataDir,
  cloudCredentials,
  cloudNetworks = [],
  filesBucket,
  chatNetworks = [],
  moduleNetworks = [],
  webhookNetworks = [],
  signInNetworks = [],
  smsWebhook,
  siteAddress,
  databaseDirectUrl,
  backup,
  secretKey,
  isSecretKeyLost = false,
  tracing: traces,
}: NodePortsOptions): Promise<ServerPorts> {
  const served = await pagePorts();
  // The embedded database has one process alone.
  const keptPages =
    database.kind === 'postgresql'
      ? createKeptPages({ database, pages: served.pages, nowSeconds: () => nowSeconds({ clock }) })
      : undefined;
  // Before a page of another build is served, whichever process is asked for its parts.
  served.pages.beforeNext?.(async (files) => {
    await keptPages?.keep(files).catch((error: unknown) => logger.error('pages.notKept', { error }));
  });
  const settings = { dataDir, databaseDirectUrl, cloudCredentials, cloudNetworks, filesBucket };
  const cloudAccess = cloudCredentials ? { credentials: cloudCredentials, logger, privateNetworks: cloudNetworks } : null;
  const tracing = traces && (await createOtlpTracing(traces, logger));
  return {
    database,
    jobs: await openJobs({ database, logger, ...tracedJobs(tracing) }),
    logger,
    clock,
    ...served,
    ...(keptPages && { keptPages }),
    demo: openDemoFolder(join(ROOT, 'dist-demo')),
    passwords: createPasswordHasher(),
    encryptor: createEncryptor(
      await encryptionKey({ database, file: dataDirPaths(dataDir).secretKey, given: secretKey, isLost: isSecretKeyLost, logger }),
      createRandomBytes(),
    ),
    rasterise: createRasteriser(),
    precedence: createPrecedence(),
    metrics: createPrometheus(logger),
    ...(tracing && { tracing }),
    ...(backup && {
      backups: openBackups({ ...settings, database, backup, logger, nowMs: () => clock.nowMs() }),
    }),
    ownBuckets: [filesBucket, backup?.bucket?.target].filter((one) => one !== undefined),
    ...(siteAddress !== undefined && { siteAddress }),
    freeDiskShare: () => freeDiskShare(dataDir),
    files: openFiles(settings, logger),
    processes: createProcesses({ projectDir: ROOT, toolsDir: resolve(dataDir, 'tools'), environment: process.env }),
    cloud: cloudAccess && createCloudStore(cloudAccess),
    mailer: createSmtpMailer({ logger }),
    models: createModelProviders(chatNetworks),
    registries: createRegistryFetch(moduleNetworks),
    webhooks: createWebhookSender(webhookNetworks),
    identities: createIdentityProviders(signInNetworks),
    sms: smsWebhook === undefined ? null : createHttpSms(smsWebhook, logger),
  };
}
