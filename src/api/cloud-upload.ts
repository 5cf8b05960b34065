import { postForm } from './transport.ts';
import type { FormRequest } from './wire-request.ts';

export interface StoreRequest extends Omit<FormRequest, 'form'> {
  /** The file's name in the store, without a leading slash. */
  readonly key: string;
  /** The configured fields, among them what proves that the server allows this. */
  readonly params: Readonly<Record<string, string>>;
  readonly file: File;
}

/**
 * Sends a file straight to the cloud store: `key`, the configured fields, the file last.
 * @throws FailureError when the store did not accept it
 * Source: specification §7, "POST cloud upload URL"; wire protocol §6.8.
 */
export function sendToStore({ key, params, file, ...request }: StoreRequest): Promise<void> {
  const form = new FormData();
  form.append('key', key);
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  form.append('file', file, file.name);
  return postForm({ ...request, form });
}
