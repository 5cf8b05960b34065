import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/** The calls by which clients of the family manage modules. Source: wire protocol §5.19. */
const uid = z.string().check(z.maxLength(21));
const info = z.object({
  uid: z.string(),
  title: z.string(),
  intro: z.string(),
  author: z.string(),
  version: z.string(),
  website: z.string(),
  /** 0 not here, 1 installed, 2 its package is here, 4 another module is missing, 6 paused. */
  state: z.number(),
});
const base = '/admin/module' as const;

export const wireModules = endpoint({
  method: 'GET',
  path: `${base}/index`,
  audience: 'super',
  input: nothing,
  output: z.object({ sysVersion: z.string(), installed: z.array(info) }),
  success: 'silent',
  summary: 'The modules that are here, for clients of the family.',
});

export const wireModuleState = endpoint({
  method: 'GET',
  path: `${base}/state`,
  audience: 'super',
  input: z.object({ uid }),
  output: z.object({ state: z.number() }),
  success: 'silent',
  summary: 'The state of a module.',
});

export const wireInstall = endpoint({
  method: 'POST',
  path: `${base}/install`,
  audience: 'super',
  takesQuery: true,
  input: z.object({
    uid,
    /** What was chosen where modules were missing. */ extend: z.optional(z.record(z.string().check(z.maxLength(40)), z.unknown())),
  }),
  output: z.object({ data: info }),
  success: 'silent',
  summary:
    'Installs the newest version, or the newer one, where it asks for nothing and loses nothing; otherwise it has to be looked at first.',
});

export const wireUpdate = endpoint({
  method: 'POST',
  path: `${base}/update`,
  audience: 'super',
  takesQuery: true,
  input: z.object({ uid }),
  output: z.object({ state: z.number() }),
  success: 'silent',
  summary: 'Says whether there is a newer version, which `install` then brings.',
});

export const wireUninstall = endpoint({
  method: 'POST',
  path: `${base}/uninstall`,
  audience: 'super',
  takesQuery: true,
  input: z.object({ uid }),
  output: z.object({ rows: z.number() }),
  success: 'silent',
  summary: 'Takes a paused module away; its tables wait 30 days.',
});

export const wireChangeState = endpoint({
  method: 'POST',
  path: `${base}/changeState`,
  audience: 'super',
  input: z.object({ uid, state: z.union([z.number(), z.string(), z.boolean()]) }),
  output: z.object({ info }),
  success: 'silent',
  summary: 'Pauses a module (0) or brings it back (1).',
});

export const wireDependentsComplete = endpoint({
  method: 'POST',
  path: `${base}/dependentInstallComplete`,
  log: 'never',
  audience: 'signedIn',
  takesQuery: true,
  input: z.object({ uid }),
  output: z.null(),
  success: 'silent',
  summary: 'Modules hold no code that would need packages: there is never anything left to complete.',
});

export const wireUpload = endpoint({
  method: 'POST',
  path: `${base}/upload`,
  audience: 'super',
  takesQuery: true,
  input: z.object({ /** Address of an uploaded archive. */ file: z.string().check(z.maxLength(500)) }),
  output: z.object({ info }),
  success: 'silent',
  summary: 'Takes a package in from an uploaded archive, to be installed then.',
});
