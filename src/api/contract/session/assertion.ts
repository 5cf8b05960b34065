import * as z from 'zod/mini';

/** What devices send of passkeys, in the JSON form of the browser. Source: Web Authentication Level 3, "5.1.8 Deserialize Registration ceremony options". */

export const base64urlText = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^[\w-]+$/u));

export const ofCredential = { id: base64urlText(1400), rawId: base64urlText(1400), type: z.literal('public-key') };
export const clientDataJSON = base64urlText(4096);

/** What a passkey has signed. */
export const assertion = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64urlText(4096),
    signature: base64urlText(8192),
    userHandle: z.nullish(z.string()),
  }),
});
export type Assertion = z.output<typeof assertion>;
