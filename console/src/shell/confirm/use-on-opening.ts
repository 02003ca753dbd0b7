import { useState } from 'react';

/**
 * Does this whenever a question is opened, before it is drawn: what it sets holds from then on, whatever becomes of the
 * record meanwhile, and nothing is left of what somebody typed and gave up.
 */
export function useOnOpening(opened: boolean, begin: () => void): void {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened === wasOpened) return;
  setWasOpened(opened);
  if (opened) begin();
}
