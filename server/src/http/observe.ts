import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type pg from 'pg';
import type { Load } from './load.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** What is asked of the process by address: kubelets and scrapers know no name of it. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** What the probes ask. `draining` while the process ends; `droppedLogLines` of its own log, since it began. */
export type Health = { draining: boolean; droppedLogLines: () => number };

/**
 * /healthz (the process lives), /readyz (it takes requests and its database answers), and /metrics for Prometheus:
 * open to this machine, to others with the METRICS_TOKEN as bearer.
 */
export function observe(
  app: FastifyInstance,
  options: { pool: pg.Pool; health: Health; load: Load; metricsToken: string | undefined },
): void {
  const { pool, health, load, metricsToken } = options;
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
    const answers = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    const ready = answers && !health.draining;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const allowed = metricsToken ? request.headers.authorization === `Bearer ${metricsToken}` : isLocal(request);
    if (!allowed) return reply.code(404).send();
    dropped.reset();
    dropped.inc(health.droppedLogLines());
    connections.set({ state: 'open' }, pool.totalCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
    atWork.set(load.atWork());
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** A request of this machine itself, and not one that a proxy on it passes on. */
function isLocal(request: FastifyRequest): boolean {
  return (
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers['forwarded'] === undefined
  );
}
