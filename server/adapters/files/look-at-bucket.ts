import type { CloudTarget } from '../../ports/upload-ports.ts';
import { askCloud, type CloudAccess } from './cloud-request.ts';

/** Answers of a store to who asks for what is not there, elsewhere, or not theirs. */
const REFUSALS = [301, 307, 400, 403];

/** Whether a bucket is there and may be listed: a sentence that says what is wrong, `away` where the store does not answer, or null. */
export async function lookAtBucket(access: CloudAccess, { url, region }: CloudTarget): Promise<string | null> {
  const address = new URL(url);
  address.search = 'list-type=2&max-keys=1';
  const response = await askCloud(access, { method: 'GET', region, address, answers: REFUSALS }).catch(() => null);
  if (response === null) return 'away';
  const text = (await response.text()).slice(0, 2000);
  if (response.ok) return text.includes('<ListBucketResult') ? null : `${url} is no bucket: it answers with something else than its list.`;
  const code = /<Code>(?<code>\w{1,60})<\/Code>/u.exec(text)?.groups?.['code'];
  const said = `status ${response.status}${code === undefined ? '' : `, ${code}`}`;
  if (response.status === 404) return `There is no bucket ${url} (${said}).`;
  return `The bucket ${url} is not let be listed with this key (${said}).`;
}
