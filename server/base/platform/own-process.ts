/** What is known of the process that this runs in. */
export interface OwnProcess {
  /** Such as `Node.js 26.1.0`. */
  readonly runtime: string;
  /** Memory that it has of the machine; null where nobody tells. */
  readonly residentBytes: number | null;
  readonly heapBytes: number | null;
  /** Since its start; null where nobody tells. */
  readonly upSeconds: number | null;
}

export function ownProcess(): OwnProcess {
  const { rss, heapUsed } = process.memoryUsage();
  return { runtime: `Node.js ${process.versions.node}`, residentBytes: rss, heapBytes: heapUsed, upSeconds: Math.floor(process.uptime()) };
}
