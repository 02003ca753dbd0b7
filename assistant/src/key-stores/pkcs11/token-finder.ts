/** Finds the tokens of one kind of module, and runs commands on them. */
import type { CommandStatus } from '@signet/contract/assistant/statuses';
import { CommandRefusal, statusOf } from '../../refusal.ts';
import type { ToldToken, Which } from './messages.ts';
import type { ModuleInstance, ModuleKind } from './modules.ts';
import { oneModule, type AskModule, type ModuleLimits, type OneModule } from './one-module.ts';
import { refusing } from './refusals.ts';
import { isBlank } from './told-token.ts';

export type ModuleParts = { environment: NodeJS.ProcessEnv; limits: ModuleLimits };
/** A token that is there: by which serial number pages know it, and by what its module does. */
export type Held = { serial: string; which: Which; told: ToldToken; module: OneModule };

/** Of NSS's two, the one that keeps something. */
const NSS_STORE = 'NSS Certificate DB';

/** The module of a TPM shows, beside its token, an empty place for another, with the serial number of the same chip. */
const isPlaceBeside = (one: ToldToken, told: readonly ToldToken[]): boolean =>
  isBlank(one) && told.some((other) => other.serial === one.serial && !isBlank(other));

/** What two modules of a kind see, such as two providers the same card, is told of once. */
const seenOnce = (held: readonly Held[]): Held[] =>
  held.filter(
    ({ serial, told, module }, n) =>
      !held
        .slice(0, n)
        .some((other) => other.module !== module && other.serial === serial && other.told.label === told.label),
  );

/** A card may show a token for each of its PINs, under one serial number: their labels tell them apart. */
function toldApart(held: readonly Held[]): Held[] {
  const isShared = ({ serial, told }: Held): boolean =>
    serial !== '' &&
    !isBlank(told) &&
    held.some((other) => other.serial === serial && !isBlank(other.told) && other.told.label !== told.label);
  return held.map((one) => (isShared(one) ? { ...one, serial: `${one.serial} ${one.told.label}` } : one));
}

export function tokenFinder({ instances }: ModuleKind, parts: ModuleParts) {
  const modules = new Map<string, OneModule>();
  /** As it was told of last: the command that opens it finds out whether it is still there. */
  const known = new Map<string, Held>();

  function moduleOf(instance: ModuleInstance): OneModule {
    const name = JSON.stringify([instance.path, instance.parameters]);
    const module = modules.get(name) ?? oneModule(instance, parts);
    modules.set(name, module);
    return module;
  }

  async function tokensOf(instance: ModuleInstance): Promise<Held[]> {
    const module = moduleOf(instance);
    const told = await refusing(module.inTurn((ask) => ask<'tokens'>({ call: 'tokens' })));
    const heldAs = (one: ToldToken, serial: string): Held => ({
      serial,
      told: one,
      module,
      which: { serial: one.serial, label: one.label },
    });
    const { profile } = instance;
    if (profile === null) return told.filter((one) => !isPlaceBeside(one, told)).map((one) => heldAs(one, one.serial));
    return told.flatMap((one) => (one.label === NSS_STORE ? [heldAs(one, profile)] : []));
  }

  /** What each module has, or why it could not be asked. */
  async function asked(): Promise<{ held: Held[]; refusals: CommandRefusal[] }> {
    const settled = await Promise.allSettled(instances().map(tokensOf));
    const held = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const reasons: unknown[] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const refusals = reasons.map((reason) => {
      if (reason instanceof CommandRefusal) return reason;
      throw reason;
    });
    return { held: toldApart(seenOnce(held)), refusals };
  }

  /** Those that are there; refuses where no module could say. */
  async function all(): Promise<Held[]> {
    const { held, refusals } = await asked();
    const [first] = refusals;
    if (first && held.length === 0) throw first;
    return held;
  }

  async function hold(serial: string): Promise<Held> {
    const { held, refusals } = await asked();
    const found = held.filter((one) => one.serial === serial && serial !== '');
    const [only, second] = found;
    if (second) throw new CommandRefusal('TOKEN_AMBIGUOUS');
    known.delete(serial);
    if (only) known.set(serial, only);
    if (only) return only;
    throw (
      refusals[0] ?? new CommandRefusal(instances().length === 0 ? 'KEY_STORE_NOT_AVAILABLE' : 'CKR_TOKEN_NOT_PRESENT')
    );
  }

  /** Not every module says so itself that the token was pulled out. */
  async function isGone({ which, module }: Held): Promise<boolean> {
    const there = await module.inTurn((ask) => ask<'tokens'>({ call: 'tokens' })).catch(() => null);
    return there !== null && !there.some(({ serial, label }) => serial === which.serial && label === which.label);
  }

  return {
    all,
    hold,
    /** Without looking anew where a page has asked for it before: a card takes seconds to tell of itself. */
    last: async (serial: string): Promise<Held> => known.get(serial) ?? hold(serial),
    async holdBlank(serial: string | undefined): Promise<Held> {
      const held = await all();
      const meant = held.filter((one) => serial === undefined || one.serial === serial);
      const [only, second] = meant.filter(({ told }) => isBlank(told));
      if (second) throw new CommandRefusal('TOKEN_AMBIGUOUS');
      if (only) return only;
      throw new CommandRefusal(meant.length > 0 ? 'ALREADY_INITIALIZED' : 'CKR_TOKEN_NOT_PRESENT');
    },
    async run<T>(held: Held, work: (ask: AskModule) => Promise<T>): Promise<T> {
      try {
        return await refusing(held.module.inTurn(work));
      } catch (error) {
        if (error instanceof CommandRefusal && error.status === 'TOKEN_FAILED' && (await isGone(held)))
          throw new CommandRefusal('CKR_TOKEN_NOT_PRESENT', {}, error.detail);
        throw error;
      }
    },
    async problem(): Promise<CommandStatus | null> {
      try {
        if (instances().length === 0) return 'KEY_STORE_NOT_AVAILABLE';
        const { held, refusals } = await asked();
        return held.length === 0 ? (refusals[0]?.status ?? null) : null;
      } catch (error) {
        return statusOf(error);
      }
    },
    refresh: async () => void (await Promise.all([...modules.values()].map((one) => one.refresh()))),
    close: async () => void (await Promise.all([...modules.values()].map((one) => one.close()))),
  };
}
