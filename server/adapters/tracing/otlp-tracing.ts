import type { Span, SpanContext } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../../base/logger.ts';
import { createAsyncScope } from '../../base/platform/async-scope.ts';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import type { Tracing } from '../../ports/tracing-port.ts';
import { statementFacts } from './statement-facts.ts';

export interface TracingSettings {
  /** Takes OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  readonly serviceName: string;
  /** Whether what the caller has decided for its trace holds here as well. */
  readonly followsCaller: boolean;
  /** Of the traces that begin here, from 0 to 1. */
  readonly share: number;
}

interface Pace {
  /** Spans that wait; those that come when so many do are let go. */
  readonly queueLength: number;
  readonly sendEveryMs: number;
  /** One sending, with its attempts. */
  readonly sendWithinMs: number;
  readonly stopWithinMs: number;
  readonly tellEveryMs: number;
}

const PACE: Pace = { queueLength: 2048, sendEveryMs: 5000, sendWithinMs: 10_000, stopWithinMs: 3000, tellEveryMs: 60_000 };
const SENT_AT_ONCE = 512;
/** Of what a fact says: names are short, and whatever is not is no name. */
const FACT_LENGTH = 200;
/** As the standard has it: version, trace, span, flags; ids of zeros alone the library refuses. Those of a later version begin the same way. */
const TRACE_PARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.{0,200})?$/u;
const SAMPLED = 1;

/** Milliseconds since 1970, with what is below one. */
const nowMs = (): number => performance.timeOrigin + performance.now();

/**
 * Sends traces to a collector as JSON over HTTP. The library is read here and by nobody else, so that a server without traces has none of
 * it in memory. What is sent waits in a queue that lets go of what is too much; a collector that is away is a line in the log, once a minute.
 */
export async function createOtlpTracing(
  { url, serviceName, followsCaller, share }: TracingSettings,
  logger: Pick<Logger, 'warn'>,
  pace: Partial<Pace> = {},
): Promise<Tracing> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const { queueLength, sendEveryMs, sendWithinMs, stopWithinMs, tellEveryMs } = { ...PACE, ...pace };
  const sender = new OTLPTraceExporter({ url, timeoutMillis: sendWithinMs });
  let toldMs = -Infinity;
  const exporter: SpanExporter = {
    export: (spans, done) =>
      sender.export(spans, (result) => {
        if (result.error && nowMs() - toldMs >= tellEveryMs) {
          toldMs = nowMs();
          logger.warn('tracing.exportFailed', { error: result.error, spans: spans.length });
        }
        done(result);
      }),
    shutdown: () => sender.shutdown(),
  };
  const root = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.TracerProvider({
    sampler: followsCaller ? new sdk.ParentBasedSampler({ root }) : root,
    spanLimits: { attributeValueLengthLimit: FACT_LENGTH },
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': PROGRAM_VERSION })),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: queueLength,
        maxExportBatchSize: Math.min(SENT_AT_ONCE, queueLength),
        scheduledDelayMillis: sendEveryMs,
        // The sender gives up by itself before.
        exportTimeoutMillis: sendWithinMs * 2,
      }),
    ],
  });
  // Not the one for all: the library of the queue would then add spans of its own, whose names have ids.
  const tracer = provider.getTracer('troupe', PROGRAM_VERSION);
  const scope = createAsyncScope<Span>();
  const kinds = { call: SpanKind.SERVER, job: SpanKind.CONSUMER };

  return {
    async within({ name, kind, facts, parent }, work) {
      const around = scope.current();
      const remote = around ? null : spanContextOf(parent ?? '');
      const context = around ? trace.setSpan(ROOT_CONTEXT, around) : remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts }, startTime: nowMs() }, context);
      try {
        return await scope.run(span, work);
      } catch (error) {
        // Why stands in the log, which removes what is secret.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end(nowMs());
      }
    },
    tell(facts, hasFailed = false) {
      const span = scope.current();
      span?.setAttributes({ ...facts });
      if (hasFailed) span?.setStatus({ code: SpanStatusCode.ERROR });
    },
    statementEnded({ sql, ms, hasFailed }) {
      const parent = scope.current();
      // What the server does by itself, such as looking for jobs, is no trace of its own.
      if (!parent || (parent.spanContext().traceFlags & SAMPLED) === 0) return;
      const { operation, tables } = statementFacts(sql);
      const name = [operation, ...tables].join(' ');
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.summary': name,
        ...(tables[0] !== undefined && { 'db.collection.name': tables[0] }),
      };
      const endedMs = nowMs();
      const options = { kind: SpanKind.CLIENT, attributes, startTime: endedMs - ms };
      const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedMs);
    },
    async stop() {
      const late = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => late.resolve(undefined), stopWithinMs);
      // What could not be sent has been told above.
      await Promise.race([provider.shutdown().catch(() => undefined), late.promise]);
      clearTimeout(timer);
    },
  };
}

/** Where a trace comes from, as far as it says so rightly; of the flags only whether it is kept. Null for what is no such header. */
function spanContextOf(traceParent: string): SpanContext | null {
  const [, version, traceId, spanId, flags = '', more] = TRACE_PARENT.exec(traceParent) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}
