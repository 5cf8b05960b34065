import * as z from 'zod/mini';
import { REGISTRY_BOUNDS, REGISTRY_FAULTS } from '#domain/modules/registry';
import { endpoint, nothing } from '../base/endpoint.ts';

/** Registries of modules elsewhere, for super administrators. Fingerprints are SHA-256 in hexadecimal. */
const texts = z.object({ 'zh-cn': z.string(), en: z.string() });
const address = z.string().check(z.maxLength(REGISTRY_BOUNDS.addressLength));
const fingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/u));
const seen = { address: z.string(), name: texts, fingerprint: z.string(), packages: z.number() };
const base = '/admin/module' as const;

export const listRegistries = endpoint({
  method: 'GET',
  path: `${base}/registries`,
  audience: 'super',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        ...seen,
        /** Of another key that its list is signed by of late, and nobody agreed to. */
        offered: z.nullable(z.string()),
        /** When its list was brought last, in Unix seconds. */
        fetchedAt: z.number(),
        /** Why it was not brought, or not taken, when it was asked last. */
        fault: z.nullable(z.enum(REGISTRY_FAULTS)),
      }),
    ),
  }),
  success: 'silent',
  summary: 'Registries elsewhere that were added.',
});

export const lookAtRegistry = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/lookAtRegistry`,
  log: 'never',
  audience: 'super',
  input: z.object({ address }),
  output: z.object(seen),
  success: 'silent',
  summary: 'What stands at an address, with the fingerprint of the key that signed it; nothing is kept.',
});

export const addRegistry = endpoint({
  method: 'POST',
  path: `${base}/addRegistry`,
  audience: 'super',
  input: z.object({ address, fingerprint }),
  output: z.null(),
  success: 'announced',
  summary: 'Adds a registry by the fingerprint that was looked at.',
});

export const refreshRegistry = endpoint({
  method: 'POST',
  path: `${base}/refreshRegistry`,
  audience: 'super',
  input: z.object({
    id: z.number(),
    /** Of another key that is agreed to. */
    fingerprint: z._default(z.string().check(z.regex(/^(?:[0-9a-f]{64})?$/u)), ''),
  }),
  output: z.null(),
  success: 'silent',
  summary: 'Asks a registry what it lists; where it cannot be asked, what is known of it stays.',
});

export const removeRegistry = endpoint({
  method: 'POST',
  path: `${base}/removeRegistry`,
  audience: 'super',
  input: z.object({ id: z.number() }),
  output: z.null(),
  success: 'announced',
  summary: 'Forgets a registry; modules that came from it stay.',
});
