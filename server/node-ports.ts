import { join, resolve } from 'node:path';
import { dataDirPaths, freeDiskShare } from './data-dir.ts';
import type { Database } from './db/database.ts';
import type { CloudCredentials } from './files/aws-signature.ts';
import { createCloudStore } from './files/cloud-store.ts';
import { createFileStore } from './files/file-store.ts';
import type { Logger } from './logger.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import { readMessages } from './message-files.ts';
import { readPageFolder } from './page-folder.ts';
import { createPasswordHasher } from './password-hasher.ts';
import type { ServerPorts } from './ports.ts';
import { createRandomBytes } from './random-bytes.ts';
import { createRasteriser } from './rasteriser.ts';
import { sealingKey } from './sealing-key.ts';
import type { NetworkList } from './services/network.ts';
import { createSealer } from './services/sealer.ts';
import { createHttpSms, type SmsWebhook } from './sms/http-sms.ts';
import { createProcesses } from './terminal/node-processes.ts';

const ROOT = join(import.meta.dirname, '..');

export interface NodePortsOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: ServerPorts['clock'];
  /** The disk that must not run full. */
  readonly dataDir: string;
  readonly cloudCredentials?: CloudCredentials | undefined;
  readonly cloudNetworks?: NetworkList | undefined;
  readonly smsWebhook?: SmsWebhook | undefined;
  /** Left out, the data directory has one. */
  readonly secretKey?: Uint8Array<ArrayBuffer> | undefined;
  readonly isSecretKeyLost?: boolean;
}

/** What a server needs to serve pages, with or without data of its own. */
export const pagePorts = async (): Promise<Pick<ServerPorts, 'randomBytes' | 'messages' | 'pages'>> => ({
  randomBytes: createRandomBytes(),
  messages: readMessages(join(ROOT, 'locales')),
  pages: await readPageFolder(join(ROOT, 'dist')),
});

/** The ports of a server on a machine, as opposed to those of a test. */
export const nodePorts = async ({
  database,
  logger,
  clock,
  dataDir,
  cloudCredentials,
  cloudNetworks = [],
  smsWebhook,
  secretKey,
  isSecretKeyLost = false,
}: NodePortsOptions): Promise<ServerPorts> => ({
  database,
  logger,
  clock,
  ...(await pagePorts()),
  passwords: createPasswordHasher(),
  sealer: createSealer(
    await sealingKey({ database, file: dataDirPaths(dataDir).secretKey, given: secretKey, isLost: isSecretKeyLost, logger }),
    createRandomBytes(),
  ),
  rasterise: createRasteriser(),
  freeDiskShare: () => freeDiskShare(dataDir),
  files: createFileStore({ dir: dataDirPaths(dataDir).uploads, randomBytes: createRandomBytes(), logger }),
  processes: createProcesses({ projectDir: ROOT, toolsDir: resolve(dataDir, 'tools'), environment: process.env }),
  cloud:
    cloudCredentials === undefined ? null : createCloudStore({ credentials: cloudCredentials, logger, privateNetworks: cloudNetworks }),
  mailer: createSmtpMailer({ logger }),
  sms: smsWebhook === undefined ? null : createHttpSms(smsWebhook, logger),
});
