import type { Language } from '#domain/base/language';
import type { DocumentPage, Words } from '#domain/site/document-page';
import type { Database } from '../db/base/database.ts';
import type { Jobs } from '../db/base/jobs.ts';
import type { Logger } from '../base/logger.ts';
import type { Messages } from '../base/messages.ts';
import type { Encryptor } from '../base/encryptor.ts';
import type { Precedence } from '../base/precedence.ts';
import type { IdentityProviders } from './identity-port.ts';
import type { Backups } from './backup-port.ts';
import type { Metrics } from './metrics-port.ts';
import type { Processes } from './terminal-ports.ts';
import type { RegistryFetch } from './registry-port.ts';
import type { Mailer, SmsProvider } from './verification-ports.ts';
import type { ModelProviders } from './model-ports.ts';
import type { Tracing } from './tracing-port.ts';
import type { CloudStore, CloudTarget, FileStore } from './upload-ports.ts';
import type { WebhookSender } from './webhook-port.ts';

/** Hashes passwords; either call throws BusyError while too many others wait. */
export interface PasswordHasher {
  /** @returns a PHC string */
  hash(password: string): Promise<string>;
  /** False for a hash it does not understand. Takes as long for a wrong password as for a right one. */
  verify(password: string, hash: string): Promise<boolean>;
}

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
  /** Quoted, different for each encoding. */
  readonly etag: string;
  /** Its name changes with its content. */
  readonly isImmutable: boolean;
}

/** What never changes under its name. */
export interface LastingFile {
  readonly name: string;
  readonly file: PageFile;
}

/** Pages of the application whose first visit begins with much to fetch. */
export type PreloadedPage = 'adminLogin' | 'admin' | 'adminTable' | 'memberLogin' | 'member' | 'chat';

/** Addresses of scripts and styles: in every language, and in one alone. */
export type PreloadedFiles = Readonly<Record<'files' | Language, readonly string[]>>;

/** The built client. */
export interface PageFiles {
  /** @param path decoded, starting with `/`; @returns null when there is no such file */
  read(path: string, acceptEncoding: string): PageFile | null;
  /** index.html with the nonce's placeholder, or null before the client was built. */
  readonly shell: string | null;
  /** What a visit will ask for, by the page it begins with; null before the client was built. */
  readonly preloads?: Readonly<Record<PreloadedPage, PreloadedFiles>> | null;
  /** The same of the tables of sections, by the paths of their pages: each with the declarations that it is drawn by. */
  readonly tablePreloads?: Readonly<Record<string, PreloadedFiles>> | null;
  /** Draws the public pages, where that was built. */
  readonly documents: DocumentRenderer | null;
  /** What never changes under its name, each as small as the build has it. */
  lasting?(): readonly LastingFile[];
  /** Does this with what lasts of another build before anybody gets a page of it. @param work never rejects */
  beforeNext?(work: (files: readonly LastingFile[]) => Promise<void>): void;
  /** Reads the client anew after a build; does nothing where none is complete, or where it is the one that is served already. */
  reload?(): Promise<void>;
  /** The same for a build that another process has made: once two looks in a row have found it at rest. */
  look?(): Promise<void>;
}

/** Files of the builds that other processes serve, or served until lately. */
export interface KeptPages {
  /** Adds those of this process's own build, or of the one that comes next. */
  keep(files?: readonly LastingFile[]): Promise<void>;
  /** @param path decoded, starting with `/`; @returns null for what no build had that is remembered */
  read(path: string, acceptEncoding: string): Promise<PageFile | null>;
  /** Forgets what nobody has served for a week. */
  sweep(): Promise<void>;
}

/** The product as files that run in a browser alone. */
export interface DemoFiles {
  isBuilt(): boolean;
  /** @param path below its address; null for what is no file of it */
  read(path: string, acceptEncoding: string): Promise<PageFile | null>;
}

export interface DocumentRenderer {
  /** Differs from build to build. */
  readonly build: string;
  /** What stands in each document itself: the one script, and the styles, so that nothing has to arrive before the first paint. */
  inline(): Promise<{ readonly script: string; readonly styles: string }>;
  /** A whole page, the same for the same. */
  render(page: DocumentPage, words: Words): Promise<string>;
  /**
   * A page of the application before that is there; null for one that has nothing to be typed into. Left out where the application is there already.
   * @param site as every page is told of it
   */
  early?(page: EarlyPage, site: unknown): Promise<EarlyParts | null>;
}

/** Pages of the application that can be typed into before it is there. */
export type EarlyPage = 'adminLogin' | 'memberLogin';

export interface EarlyParts {
  /** What the page looks like in each language, as JSON. */
  readonly form: string;
  /** Puts it there. */
  readonly script: string;
}

/** Everything the application takes from outside. */
export interface ServerPorts {
  readonly database: Database;
  /** What outlives a reply and a process. */
  readonly jobs: Jobs;
  readonly clock: { nowMs(): number };
  readonly randomBytes: (count: number) => Uint8Array<ArrayBuffer>;
  readonly passwords: PasswordHasher;
  readonly encryptor: Encryptor;
  readonly logger: Logger;
  readonly messages: Messages;
  readonly pages: PageFiles;
  /** Left out where one process has the database to itself: its own build is all there is. */
  readonly keptPages?: KeptPages;
  /** Left out, nothing can be tried here. */
  readonly demo?: DemoFiles;
  /** PNG bytes of an SVG drawing. Throws BusyError while too many others wait. */
  readonly rasterise: (svg: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly files: FileStore;
  /** Null without credentials of a cloud store. */
  readonly cloud: CloudStore | null;
  readonly mailer: Mailer;
  /** Null without a provider of text messages. */
  readonly sms: SmsProvider | null;
  /** Models of others that answer in the chat. */
  readonly models: ModelProviders;
  /** Registries of modules elsewhere. Left out, none is asked. */
  readonly registries?: RegistryFetch;
  /** Tells other programs of changes. Left out, none is told. */
  readonly webhooks?: WebhookSender;
  /** Providers of identities elsewhere. Left out, nobody signs in by one. */
  readonly identities?: IdentityProviders;
  /** Programs that the terminal runs. */
  readonly processes: Processes;
  /** Left out, nothing gives way to calls. */
  readonly precedence?: Precedence;
  /** Left out, no copies are made. */
  readonly backups?: Backups;
  /** Buckets that nobody but this installation may read. */
  readonly ownBuckets?: readonly Pick<CloudTarget, 'url' | 'bucket'>[];
  /** Left out, nothing is measured. */
  readonly metrics?: Metrics;
  /** Left out, nothing is traced. */
  readonly tracing?: Tracing;
  /** Origin of the site, where its settings name none. */
  readonly siteAddress?: string;
  /** From 0 to 1. */
  readonly freeDiskShare: () => number;
}

export const nowSeconds = ({ clock }: Pick<ServerPorts, 'clock'>): number => Math.floor(clock.nowMs() / 1000);
