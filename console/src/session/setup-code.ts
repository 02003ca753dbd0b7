/**
 * The code that the setup asks for. It comes in the fragment of the address that the server printed, and is kept for
 * this tab until there is an administrator.
 */
const KEY = 'setup_code';

/** Takes the code out of the address, where it is, so that neither history nor screen go on showing it. */
export function takeSetupCode(): void {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code === undefined || !location.pathname.includes('/setup-')) return;
  keepSetupCode(code);
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Used where storage is blocked. */
let memory = '';

/** Empty where it is not known. */
export function storedSetupCode(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return memory;
  }
}

export function keepSetupCode(code: string): void {
  memory = code;
  try {
    sessionStorage.setItem(KEY, code);
  } catch {
    // Blocked: the copy in memory serves this page.
  }
}

export function forgetSetupCode(): void {
  memory = '';
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Blocked: there is nothing in it.
  }
}
