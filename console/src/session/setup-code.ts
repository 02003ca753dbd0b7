/**
 * The code that the setup asks for. It comes in the fragment of the address that the server printed, and is kept for
 * this tab until there is an administrator.
 */
import { readTab, writeTab } from './tab-storage.ts';

/** Takes the code out of the address, where it is, so that neither history nor screen go on showing it. */
export function takeSetupCode(): void {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code === undefined || !location.pathname.includes('/setup-')) return;
  keepSetupCode(code);
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Empty where it is not known. */
export const storedSetupCode = (): string => readTab('setupCode') ?? '';

export const keepSetupCode = (code: string): void => writeTab('setupCode', code);

export const forgetSetupCode = (): void => writeTab('setupCode', null);
