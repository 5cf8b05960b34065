import type { CloudTarget } from '../../ports/upload-ports.ts';
import { askCloud, type CloudAccess } from './cloud-request.ts';

/** Answers of a store to who asks for what is not there, elsewhere, or not theirs. */
const MOVED = [301, 307];
const REFUSALS = [...MOVED, 400, 403];

export type BucketLook =
  | { readonly state: 'good' }
  | { readonly state: 'away' }
  /** `refused` may pass by itself, such as a clock that is wrong or a key that is being changed; `misnamed` stays until somebody corrects the address. */
  | { readonly state: 'refused' | 'misnamed'; readonly said: string };

/** Whether a bucket is there and may be listed; `away` where the store does not answer. */
export async function lookAtBucket(access: CloudAccess, { url, region }: CloudTarget): Promise<BucketLook> {
  const address = new URL(url);
  address.search = 'list-type=2&max-keys=1';
  let response: Response;
  let text: string;
  try {
    response = await askCloud(access, { method: 'GET', region, address, answers: REFUSALS });
    text = (await response.text()).slice(0, 2000);
  } catch {
    // Also a store that falls silent in the middle of its answer.
    return { state: 'away' };
  }
  if (response.ok && text.includes('<ListBucketResult')) return { state: 'good' };
  if (response.ok) return { state: 'misnamed', said: `${url} is no bucket: it answers with something else than its list.` };
  const code = /<Code>(?<code>\w{1,60})<\/Code>/u.exec(text)?.groups?.['code'];
  const said = `status ${response.status}${code === undefined ? '' : `, ${code}`}`;
  // What stands before a store says 404 too, while the store is away.
  if (response.status === 404)
    return { state: code === 'NoSuchBucket' ? 'misnamed' : 'refused', said: `There is no bucket ${url} (${said}).` };
  if (MOVED.includes(response.status)) return { state: 'misnamed', said: `The bucket ${url} is elsewhere (${said}).` };
  return { state: 'refused', said: `The bucket ${url} is not let be listed with this key (${said}).` };
}
