import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writePackage, type SourceFiles } from '../../../scripts/modules/write-package.ts';
import { writeRegistry, type RegistrySettings } from '../../../scripts/modules/write-registry.ts';
import type { KeyPair } from '../key-pair.ts';
import { readFile } from '../packages.ts';

interface Published extends Partial<RegistrySettings> {
  readonly key: KeyPair;
  readonly sources: readonly (readonly [files: SourceFiles, signer: KeyPair])[];
}

export type RegistryFile = Uint8Array<ArrayBuffer> | RequestListener;

export interface RegistryServer {
  /** Of the folder, with a slash at its end. */
  readonly address: string;
  /** What was asked for, in order. */
  readonly asked: string[];
  /** Files by their names; a function answers by itself. */
  readonly files: Map<string, RegistryFile>;
  /** Puts packages, their list and its signature there. */
  publish(what: Published): Promise<void>;
  close(): Promise<void>;
}

/** A registry of our own on this machine, as any server of files would be. */
export async function startRegistry(): Promise<RegistryServer> {
  const files: RegistryServer['files'] = new Map();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace(/^\/store\//u, '');
    asked.push(name);
    const file = files.get(name);
    if (typeof file === 'function') return file(request, response);
    if (file) response.end(file);
    else response.writeHead(404).end('nothing here');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/store/`,
    asked,
    files,
    async publish({ key, sources, name = { 'zh-cn': '测试源', en: 'Test registry' }, ...settings }) {
      const packages = await Promise.all(
        sources.map(async ([source, signer]) => {
          const { uid, version } = readFile(source, 'module.json');
          return { file: `${uid}-${version}.zip`, bytes: await writePackage(source, signer.privateKey) };
        }),
      );
      const publishers = settings.publishers ?? [...new Set(sources.map(([, signer]) => signer.publicKey))];
      const before = files.get('index.json');
      const { index, signature } = await writeRegistry({
        settings: { name, ...settings, publishers },
        packages,
        key: key.privateKey,
        ...(before instanceof Uint8Array && { before: new TextDecoder().decode(before) }),
      });
      for (const { file, bytes } of packages) files.set(file, bytes);
      files.set('index.json', new TextEncoder().encode(index));
      files.set('index.sig', new TextEncoder().encode(signature));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
