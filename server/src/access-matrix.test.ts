import { expect, test } from 'vitest';
import { endpoints, type Api } from '@signet/contract';
import type { Endpoint } from '@signet/contract/endpoint';
import { SAMPLES, type Sample } from './testing/access-samples.ts';
import { startTestApp, type Answer, type Name, type TestApp } from './testing/app.ts';

/** Every target belongs to Cleo of Nordmark, whose partner is Ben. Bea and Carl are of the other side. */
const COLUMNS: [title: string, person: Name | null][] = [
  ['system', 'ada'],
  ['partner', 'ben'],
  ['foreign partner', 'bea'],
  ['account', 'cleo'],
  ['foreign account', 'carl'],
  ['end user', 'emil'],
  ['nobody', null],
];
const FOREIGN = new Set<Name | null>(['bea', 'carl', null]);

function address(endpoint: Endpoint, sample: Sample): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.params?.[name] ?? ''),
  );
  const query = new URLSearchParams(sample.query).toString();
  return query ? `${path}?${query}` : path;
}

/** The status, and how many rows a list shows. */
function cell({ status, body }: Answer): string {
  return Array.isArray(body?.items) ? `${status}/${body.items.length}` : String(status);
}

/** A foreign person's answer must hold nothing of Nordmark's, whatever its status. */
function expectNothingOfNordmark(app: TestApp, answer: Answer, where: string): void {
  const text = JSON.stringify(answer.body ?? '');
  for (const secret of [
    app.accountIds.get('nordmark-lb') ?? '',
    app.userIds.get('cleo') ?? '',
    'Nordmark',
    'Marchetti',
  ])
    expect(text, where).not.toContain(secret);
}

test(
  '[S-220 S-221] every endpoint against every kind of person is as the matrix says',
  { timeout: 120_000 },
  async () => {
    const lines: string[] = [];
    const reading = await startTestApp();
    for (const endpoint of endpoints) {
      // A changing call must not spoil the next cell's target: it gets a platform of its own.
      const app = endpoint.method === 'GET' ? reading : await startTestApp();
      try {
        const cells: string[] = [];
        for (const [title, person] of COLUMNS) {
          const sample = await SAMPLES[`${endpoint.method} ${endpoint.path}` as keyof Api](app);
          const answer = await app.call(person, endpoint.method, address(endpoint, sample), sample.body);
          if (FOREIGN.has(person)) expectNothingOfNordmark(app, answer, `${endpoint.path} as ${title}`);
          expect(answer.status, `${endpoint.path} as ${title}`).toBeLessThan(500);
          cells.push(cell(answer).padEnd(title.length + 2));
        }
        lines.push(`${endpoint.method.padEnd(6)} ${endpoint.path.padEnd(56)} ${cells.join('')}`.trimEnd());
      } finally {
        if (app !== reading) await app.close();
      }
    }
    await reading.close();
    const head = `${' '.repeat(64)}${COLUMNS.map(([title]) => title.padEnd(title.length + 2)).join('')}`.trimEnd();
    const legend =
      'Answers to a well-formed request whose target is Cleo of Nordmark, a customer of Ben. 200/n: a list of n rows.';
    await expect(
      `${legend}\n\n${head}\n${lines.toSorted((a, b) => (a.slice(7) < b.slice(7) ? -1 : 1)).join('\n')}\n`,
    ).toMatchFileSnapshot('./access-matrix.txt');
  },
);
