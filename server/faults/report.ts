import { LONGEST_ANSWER_MS, RECOVERED_WITHIN_MS, type Outcome } from './strike.ts';

type Row = readonly [name: string, what: string, outcome: Outcome | string];

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

function line([name, what, outcome]: Row): string {
  const cells =
    typeof outcome === 'string'
      ? ['', '', '', '', '', `not tried: ${outcome}`]
      : [
          String(outcome.acknowledged),
          String(outcome.refused),
          String(outcome.unanswered),
          seconds(outcome.longestMs),
          seconds(outcome.recoveredMs),
          outcome.broken.join('; ') || 'all held',
        ];
  return `| ${[`${name}: ${what}`, ...cells].join(' | ')} |`;
}

/** The page that says what held, and whether something did not. */
export function report(rows: readonly Row[], harmMs: number): { text: string; failed: boolean } {
  const text = [
    '# Faults',
    '',
    'Written by `npm run faults`: a real server on its embedded database, people who change and read all the time, and',
    `harm for ${seconds(harmMs)} s. Afterwards it is looked at whether`,
    '',
    '- everything that was acknowledged is there, each change has its event in the audit log, each event its change;',
    `- nobody waited longer than ${seconds(LONGEST_ANSWER_MS)} s, and no answer was another one than success or 503;`,
    '- the health check answered throughout, where the server process itself was left alone;',
    `- changes were taken again by themselves within ${seconds(RECOVERED_WITHIN_MS)} s after the harm was gone, the`,
    '  audit log went on, and the session of before still held.',
    '',
    '| harm | saved | refused (503) | without an answer | longest answer, s | changes again after, s | what held |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(line),
    '',
    'Without an answer are requests to a server process that was killed or is starting. For mail it is written how',
    'many were asked for, and how long after the mail server came back the last of them arrived.',
    '',
  ].join('\n');
  return { text, failed: rows.some(([, , outcome]) => typeof outcome !== 'string' && outcome.broken.length > 0) };
}
