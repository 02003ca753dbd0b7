/** Seats as rows to copy, ten for each account. */
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { personName, plainName } from './names.ts';
import { accountInTurn, id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';

/** Their names begin where those of others can't reach. */
const OTHERS = 50_000_000;
const COLUMNS = ['id', 'account_id', 'type', 'name', 'identifier', 'email', 'created_at', 'updated_at'] as const;

/** Most are people's, some of devices and servers. */
function* seatRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.seats; n += 1) {
    const { first, last } = personName(OTHERS + n);
    const chance = draw(n, 42);
    const type = chance < 0.7 ? 'user' : chance < 0.9 ? 'device' : 'server';
    const plain = plainName(OTHERS + n);
    const at = new Date(madeAt(plan, n, plan.seats));
    const account = id(plan, 'account', accountInTurn(plan, n));
    const email = type === 'user' ? `${plain}@seats.example` : '';
    yield [id(plan, 'seat', n), account, type, type === 'user' ? `${first} ${last}` : plain, plain, email, at, at];
  }
}

export const seatSteps = (plan: Plan): Step[] => [
  { name: 'seats', rows: plan.seats, run: (client) => copyRows(client, 'seat', COLUMNS, seatRows(plan)) },
];
