/** The asking process, as its parent sees it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Figures } from '../percentiles.ts';
import type { Order, Report } from './asker.ts';

export type Asker = {
  /** Carries out one order. Throws with what went wrong, also when the process has ended. */
  order(order: Order): Promise<Figures | null>;
  close(): Promise<void>;
};

export function openAsker(): Asker {
  const child = fork(fileURLToPath(new URL('asker.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit').then(() => undefined);
  return {
    async order(order) {
      const ended = exit.then((): Report => ({ problem: 'the process that asks has ended' }));
      const report = once(child, 'message').then(([message]) => message as Report);
      child.send(order);
      const message = await Promise.race([report, ended]);
      if ('problem' in message) throw new Error(message.problem);
      return message.figures;
    },
    async close() {
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}
