/**
 * The process that asks, so that the product does not share its thread with whoever measures it. Its parent sends
 * orders, one at a time.
 */
import { isDeepStrictEqual } from 'node:util';
import { casesOf } from '../cases/all.ts';
import {
  CONNECTIONS,
  SLOW_CONNECTIONS,
  titleOf,
  type Case,
  type Memory,
  type Turn,
  type World,
} from '../cases/case.ts';
import { figures, type Figures } from '../percentiles.ts';
import { openLogto, type LogtoWire } from '../peer/logto.ts';
import { PEER_CASES } from '../peer/questions.ts';
import { openApi, type Api } from './api.ts';
import { openBare, type Bare } from './bare.ts';
import { drive, type Ask } from './drive.ts';
import type { Plan } from '../seed/plan.ts';

/** Requests by which the two sides are held against each other before anything is measured. */
const COMPARED = 4;
const WARM_UP_SECONDS = 1;

/** The product, bare SQL, or Logto. */
export type Side = 'api' | 'floor' | 'peer';
export type Order =
  | { do: 'agree'; title: string; world: World }
  | { do: 'measure'; title: string; world: World; side: Side; seconds: number };
export type Report = { figures: Figures | null } | { problem: string };

/** Connections that stay open from one case to the next: opening them would take longer than short cases do. */
const lanes: { api: Api[]; floor: Bare[]; peer: LogtoWire[] } = { api: [], floor: [], peer: [] };

/** What one connection keeps from turn to turn, as a browser keeps its token. */
function withMemory(ask: (turn: Turn, memory: Memory) => ReturnType<Ask>): Ask {
  const memory: Memory = new Map();
  return (turn) => ask(turn, memory);
}

function peerAskers(one: Case, { logto }: World, many: number): Ask[] {
  const question = PEER_CASES.find(({ title }) => title === titleOf(one));
  if (!logto || !question) throw new Error(`Logto is not asked "${titleOf(one)}".`);
  while (lanes.peer.length < many) lanes.peer.push(openLogto(logto.url));
  return lanes.peer.slice(0, many).map((wire) => withMemory((turn, memory) => question.ask(wire, turn, logto, memory)));
}

async function askers(one: Case, side: Side, world: World, many: number): Promise<Ask[]> {
  if (side === 'api') {
    while (lanes.api.length < many) lanes.api.push(openApi(world.url));
    return lanes.api.slice(0, many).map((api) => withMemory((turn, memory) => one.api(api, turn, world, memory)));
  }
  if (side === 'peer') return peerAskers(one, world, many);
  while (lanes.floor.length < many) lanes.floor.push(await openBare(world.connection));
  return lanes.floor.slice(0, many).map((db) => withMemory((turn, memory) => one.floor(db, turn, world, memory)));
}

/** After a failure a connection may be anywhere, in the middle of a transaction too. */
async function hangUp(): Promise<void> {
  const open = [...lanes.api.splice(0), ...lanes.floor.splice(0), ...lanes.peer.splice(0)];
  await Promise.allSettled(open.map((lane) => lane.close()));
}

/** Throws unless API and SQL answer the same to the first turns: else the floor would be that of another question. */
async function agree(one: Case, world: World): Promise<null> {
  const [[api], [floor]] = await Promise.all([askers(one, 'api', world, 1), askers(one, 'floor', world, 1)]);
  for (let n = 0; n < (one.slow ? 1 : COMPARED); n += 1) {
    const [apiAnswer, floorAnswer] = [await api?.({ lane: 0, n }), await floor?.({ lane: 0, n })];
    if (apiAnswer?.fingerprint === floorAnswer?.fingerprint) continue;
    const answers = [apiAnswer, floorAnswer].map((answer) => answer?.fingerprint.slice(0, 200)).join(' and ');
    throw new Error(`the API and the bare SQL answer differently to request ${n}: ${answers}`);
  }
  return null;
}

async function measure(one: Case, side: Side, world: World, seconds: number): Promise<Figures> {
  const lanesOfCase = await askers(one, side, world, one.slow ? SLOW_CONNECTIONS : CONNECTIONS);
  const warm = await drive(
    one.slow ? lanesOfCase.slice(0, 1) : lanesOfCase,
    one.slow || seconds < WARM_UP_SECONDS ? 0 : WARM_UP_SECONDS,
  );
  return figures(await drive(lanesOfCase, seconds, warm.durations.length));
}

/** Those of the plan, put together once: who sees which of a million people takes its time. */
let known: { plan: Plan; cases: Case[] } | null = null;
function casesFor(plan: Plan): Case[] {
  if (!known || !isDeepStrictEqual(known.plan, plan)) known = { plan, cases: casesOf(plan) };
  return known.cases;
}

async function obey(order: Order): Promise<Figures | null> {
  const one = casesFor(order.world.plan).find((other) => titleOf(other) === order.title);
  if (!one) throw new Error(`There is no case "${order.title}".`);
  return order.do === 'agree' ? agree(one, order.world) : measure(one, order.side, order.world, order.seconds);
}

process.on('message', (order: Order) => {
  void obey(order).then(
    (result) => process.send?.({ figures: result } satisfies Report),
    async (error: Error) => {
      await hangUp();
      process.send?.({ problem: error.message } satisfies Report);
    },
  );
});
// Whoever sent the orders is gone.
process.on('disconnect', () => process.exit(0));
