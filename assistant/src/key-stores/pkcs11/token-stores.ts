/** The key stores that are reached by modules: those of modules.json, and of what the person has registered. */
import type { Clock } from '../../clock.ts';
import { CommandRefusal } from '../../refusal.ts';
import type { KeyStore } from '../key-store.ts';
import type { ModuleKind } from './modules.ts';
import { MODULE_LIMITS, oneModule, type ModuleLimits } from './one-module.ts';
import { openProviders, registeredKind, requireProvider } from './providers.ts';
import { refusing } from './refusals.ts';
import { tokenStore } from './token-store.ts';

/** `environment`: in which modules find settings of their own. `areOn`: false where the settings switch all off. */
export type ModuleSettings = { kinds: ModuleKind[]; environment: NodeJS.ProcessEnv; areOn: boolean };
export type NewProvider = { name: string; file: string; origin: string };
type Parts = { folder: string; clock: Clock; limits: Partial<ModuleLimits> };

export function tokenStores({ kinds, environment, areOn }: ModuleSettings, { folder, clock, limits }: Parts) {
  const parts = { environment, limits: { ...MODULE_LIMITS, ...limits } };
  const providers = openProviders(folder, clock);
  const registered = tokenStore(registeredKind(providers), parts);
  const stores: KeyStore[] = areOn ? [...kinds.map((kind) => tokenStore(kind, parts)), registered] : [];

  return {
    stores,
    /** Registers a module; `agree` asks the person, unless they have agreed before. Answers its key store. */
    async register(provider: NewProvider, agree: () => Promise<void>): Promise<KeyStore> {
      if (!areOn) throw new CommandRefusal('KEY_STORE_DISABLED');
      if (providers.list().some(({ file }) => file === provider.file)) return registered;
      // Asked before the disk is: a page shall not learn which files there are.
      await agree();
      const file = requireProvider(provider.file);
      const tried = oneModule({ path: file, parameters: null }, parts);
      try {
        await refusing(tried.inTurn((ask) => ask<'tokens'>({ call: 'tokens' })));
      } finally {
        await tried.close();
      }
      providers.add({ ...provider, file });
      return registered;
    },
  };
}
export type TokenStores = ReturnType<typeof tokenStores>;
