import { valid, validRange } from 'semver';
import * as z from 'zod/mini';
import { MODULE_UID, PACKAGE_BOUNDS, type ModuleManifest } from '#domain/modules/module-manifest';
import { REGISTRY_BOUNDS } from '#domain/modules/registry';

const plain = (max: number, min = 1) => z.string().check(z.minLength(min), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u));
const texts = (max: number) => z.strictObject({ 'zh-cn': plain(max), en: plain(max) });
const uid = z.string().check(z.regex(MODULE_UID));
const version = z.string().check(
  z.maxLength(40),
  z.refine((text) => valid(text) === text, 'a version such as 1.2.3'),
);
const range = z.string().check(
  z.minLength(1),
  z.maxLength(60),
  z.refine((text) => validRange(text) !== null, 'a range of versions'),
);
const names = z._default(z.array(plain(60)).check(z.maxLength(20)), []);

const manifest = z.strictObject({
  uid,
  version,
  title: texts(60),
  intro: texts(500),
  author: plain(80),
  website: z._default(z.string().check(z.maxLength(200), z.regex(/^(?:https:\/\/[^\s<>"']+)?$/u)), ''),
  license: plain(40),
  icon: z._default(z.string().check(z.regex(/^[a-z][a-zA-Z0-9 -]{1,60}$/u)), 'el-icon-Box'),
  troupe: range,
  requires: z._default(z.record(uid, range).check(z.refine((map) => Object.keys(map).length <= 20, 'at most 20')), {}),
  conflicts: z._default(z.array(uid).check(z.maxLength(20)), []),
  asks: z.strictObject({
    reads: names,
    publicRead: names,
    personal: names,
    publicWrite: names,
    redirect: names,
    pages: names,
    mailTo: names,
    mailPeople: names,
  }),
  updatesFrom: z._default(range, '*'),
});

const listed = z.strictObject({
  files: z.record(
    z.string().check(z.maxLength(PACKAGE_BOUNDS.nameLength)),
    z.strictObject({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/u)), size: z.int().check(z.minimum(0)) }),
  ),
});

const cell = z.union([z.string().check(z.maxLength(PACKAGE_BOUNDS.textBytes)), z.number(), z.boolean(), z.null(), z.array(z.unknown())]);
const rows = z.array(z.record(z.string().check(z.maxLength(60)), cell)).check(z.maxLength(PACKAGE_BOUNDS.rows));

const listedPackage = z.object({
  file: z.string().check(z.maxLength(80), z.regex(/^[a-z0-9]+-[0-9A-Za-z.+-]+\.zip$/u)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/u)),
  size: z.int().check(z.minimum(1), z.maximum(PACKAGE_BOUNDS.archiveBytes)),
  manifest,
  /** Why nobody should use it any more. */
  withdrawn: z._default(z.nullable(texts(500)), null),
});
const shelf = z.object({ packages: z.array(listedPackage) });
const publicKey = z.string().check(z.regex(/^[\w-]{43}$/u));
const registryIndex = z.object({
  name: texts(60),
  /** Grows with each list. */
  serial: z.int().check(z.minimum(1)),
  /** By which this list is signed: 32 bytes of Ed25519 in base64url. */
  key: publicKey,
  /** Keys by which its packages are signed. */
  publishers: z.array(publicKey).check(z.maxLength(REGISTRY_BOUNDS.publishers)),
  packages: z.array(listedPackage).check(z.maxLength(REGISTRY_BOUNDS.packages)),
});
export type RegistryIndex = z.output<typeof registryIndex>;

/** A file of a package is not what it has to be; the message names the first thing. */
export class PackageFileError extends Error {
  override readonly name = 'PackageFileError';
}

/** In one line, as it goes into a sentence: where, and what. */
const told = (issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string =>
  issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ')
    .slice(0, 300);

/** @throws PackageFileError */
export function parsed<T extends z.ZodMiniType>(schema: T, json: unknown): z.output<T> {
  const result = schema.safeParse(json, { error: z.locales.en().localeError });
  if (result.success) return result.data;
  throw new PackageFileError(told(result.error.issues));
}

/** @throws PackageFileError */
export const parseManifest = (json: unknown): ModuleManifest => parsed(manifest, json);
/** `files.json`: the SHA-256 in hexadecimal and the size in bytes of each other file. @throws PackageFileError */
export const parseFileList = (json: unknown): z.output<typeof listed> => parsed(listed, json);
/** First records of a section, by wire names. @throws PackageFileError */
export const parseRows = (json: unknown): z.output<typeof rows> => parsed(rows, json);
/** `index.json` of a folder of packages. @throws PackageFileError */
export const parseShelf = (json: unknown): z.output<typeof shelf> => parsed(shelf, json);
/** `index.json` of a registry elsewhere. @throws PackageFileError */
export const parseRegistryIndex = (json: unknown): RegistryIndex => parsed(registryIndex, json);
