import type { OwnBucket } from '../adapters/backups/bucket/bucket-objects.ts';
import type { CloudCredentials } from '../adapters/files/aws-signature.ts';
import { isSameBucket } from '../ports/same-bucket.ts';
import type { CloudTarget } from '../ports/upload-ports.ts';

interface EnvBuckets {
  readonly cloudCredentials: CloudCredentials | undefined;
  readonly filesBucket: CloudTarget | undefined;
  readonly backupBucket: OwnBucket | undefined;
}

type Read = <T>(name: string, absent: T, parse: (text: string) => T | undefined, mustBe: string) => T;

/** Buckets of the environment and the keys to them. @param tell is told what is wrong, one plain sentence each */
export function readBuckets(read: Read, hasBackupDir: boolean, tell: (problem: string) => void): EnvBuckets {
  const pair = (id: string, secret: string, of: string): CloudCredentials | undefined => {
    const keyId = read<string | undefined>(id, undefined, printable, `the id of an access key of ${of}`);
    const secretText = read<string | undefined>(secret, undefined, printable, `the secret of an access key of ${of}`);
    if ((keyId === undefined) !== (secretText === undefined)) tell(`${id} and ${secret} must be set together.`);
    return keyId !== undefined && secretText !== undefined ? { keyId, secret: secretText } : undefined;
  };
  const bucket = (name: string, region: string, example: string): CloudTarget | undefined => {
    const url = read<string | undefined>(name, undefined, serverUrlOf, `the address of a bucket, such as ${example}`);
    const inRegion = read(region, 'us-east-1', printable, 'a region of the cloud store');
    return url === undefined ? undefined : { url, bucket: bucketOf(new URL(url)), region: inRegion };
  };
  const cloudCredentials = pair('CLOUD_KEY_ID', 'CLOUD_SECRET', 'the cloud store');
  const filesBucket = bucket('FILES_BUCKET', 'FILES_REGION', 'https://s3.example.com/troupe-files');
  if (filesBucket && !cloudCredentials) tell('FILES_BUCKET must be set together with CLOUD_KEY_ID and CLOUD_SECRET.');
  const backups = bucket('BACKUP_BUCKET', 'BACKUP_REGION', 'https://s3.example.com/troupe-backups');
  const credentials = pair('BACKUP_KEY_ID', 'BACKUP_SECRET', 'the store of the backups') ?? cloudCredentials;
  if (backups && !credentials)
    tell('BACKUP_BUCKET must be set together with BACKUP_KEY_ID and BACKUP_SECRET, or with CLOUD_KEY_ID and CLOUD_SECRET.');
  if (backups && filesBucket && isSameBucket(backups, filesBucket)) tell('BACKUP_BUCKET must be another bucket than FILES_BUCKET.');
  if (backups && hasBackupDir) tell('BACKUP_BUCKET and BACKUP_DIR must not be set together: backups lie in one place.');
  return { cloudCredentials, filesBucket, backupBucket: backups && credentials && { target: backups, credentials } };
}

export const printable = (text: string): string | undefined => (/^[\x21-\x7e]{1,200}$/u.test(text) ? text : undefined);

/** Its pages may lie below a path; what only one request has (a name, a query) belongs to none. */
export function serverUrlOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:\/\//iu.test(text) || url.username !== '' || url.password !== '' || /[?#]/u.test(text)) return undefined;
  return url.href.replace(/\/+$/u, '');
}

/** Its name is the last part of the address, or the first of its host. */
const bucketOf = ({ pathname, hostname }: URL): string => pathname.split('/').findLast(Boolean) ?? hostname.split('.')[0]!;
