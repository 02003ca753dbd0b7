/** For component tests: a page that came by plain http. */
import { onTestFinished } from 'vitest';

/** Until the test ends the browser has no clipboard to write into. */
export function withoutClipboard(): void {
  for (const place of [navigator, Navigator.prototype]) {
    const before = Object.getOwnPropertyDescriptor(place, 'clipboard');
    if (!before) continue;
    Reflect.deleteProperty(place, 'clipboard');
    onTestFinished(() => void Object.defineProperty(place, 'clipboard', before));
  }
}
