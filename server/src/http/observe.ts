import { STANDSTILLS } from '@signet/contract/areas/health';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type pg from 'pg';
import { isUnavailable } from '../db/unavailable.ts';
import { readHealth, type PlatformHealth } from '../health/health-store.ts';
import type { Runtime } from '../runtime.ts';
import { hashSecret } from '../secrets.ts';
import type { Load } from './load.ts';

/** What is asked of the process by address: kubelets and scrapers know no name of it. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Strangers get what was read of the platform's health so lately. */
const HEALTH_KEPT_MS = 5_000;

/** Asks once for all who come while it is being asked. */
function oneForAll<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () =>
    (asking ??= ask().finally(() => {
      asking = null;
    }));
}

/** What the probes ask. `draining` while the process ends; `droppedLogLines` of its own log, since it began. */
export type Health = { draining: boolean; droppedLogLines: () => number };

/**
 * /healthz (the process lives), /readyz (it takes requests and its database answers; its body names what stands still
 * on the platform all the same, as it was within some seconds), and /metrics for Prometheus: with the METRICS_TOKEN as
 * bearer, and not there without that setting. No address is trusted: a proxy on this machine passes strangers on from
 * it.
 */
export function observe(
  app: FastifyInstance,
  runtime: Pick<Runtime, 'db' | 'clock' | 'config' | 'clientTools' | 'log'>,
  { pool, health, load }: { pool: pg.Pool; health: Health; load: Load },
): void {
  const { clock } = runtime;
  const metricsToken = runtime.config.METRICS_TOKEN;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of this process.',
    labelNames: ['state'],
    registers: [registry],
  });
  const atWork = new Gauge({
    name: 'requests_at_work',
    help: 'Requests that this process works on; beyond its limit it answers 503.',
    registers: [registry],
  });

  const dropped = new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the process log that could not be written.',
    registers: [registry],
  });
  const standstill = new Gauge({
    name: 'platform_standstill',
    help: 'What stands still on the platform behind the requests, counted up to 1000.',
    labelNames: ['kind'],
    registers: [registry],
  });
  const standstillSeconds = new Gauge({
    name: 'platform_standstill_seconds',
    help: 'For how long it has stood still.',
    labelNames: ['kind'],
    registers: [registry],
  });
  /** Null where it can't be read: that the database does not answer it says itself, all else the log. */
  const platformHealth = oneForAll(() =>
    readHealth(runtime, clock.now()).catch((error: unknown) => {
      if (!(error instanceof Error && isUnavailable(error)))
        runtime.log.error({ err: error }, 'what stands still can’t be read');
      return null;
    }),
  );
  let kept: { health: PlatformHealth; at: number } | null = null;
  /** As it is now, or was within HEALTH_KEPT_MS: anybody may ask, and reading it costs the database more than that. */
  async function lately(): Promise<PlatformHealth | null> {
    const now = clock.now().getTime();
    if (kept && Math.abs(now - kept.at) < HEALTH_KEPT_MS)
      return { ...kept.health, 'client-tools': runtime.clientTools.faults() };
    const found = await platformHealth();
    kept = found && { health: found, at: now };
    return found;
  }
  const databaseAnswers = oneForAll(() =>
    pool.query('select 1').then(
      () => true,
      () => false,
    ),
  );

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.userId || undefined,
    };
    request.log.info(line, 'request');
  });

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'alive' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const answers = await databaseAnswers();
    const ready = answers && !health.draining;
    const found = answers ? await lately() : null;
    const standing = found ? STANDSTILLS.filter((kind) => found[kind] !== null) : [];
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      ...(standing.length > 0 ? { standing_still: standing } : {}),
    });
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (metricsToken === undefined || given === undefined) return reply.code(404).send();
    if (!timingSafeEqual(hashSecret(given), hashSecret(metricsToken))) return reply.code(404).send();
    dropped.reset();
    dropped.inc(health.droppedLogLines());
    connections.set({ state: 'open' }, pool.totalCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
    atWork.set(load.atWork());
    const found = await platformHealth();
    // Of what could not be read nothing is said: what it was a while ago would be taken for what it is.
    standstill.reset();
    standstillSeconds.reset();
    for (const kind of found ? STANDSTILLS : []) {
      const { count, since } = found?.[kind] ?? { count: 0, since: clock.now() };
      standstill.set({ kind }, count);
      standstillSeconds.set({ kind }, Math.max(0, (clock.now().getTime() - since.getTime()) / 1000));
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
