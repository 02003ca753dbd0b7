/** What is wrong with a field that may have had the focus all along, as where Enter sends its form: heard at once. */
import type { ReactNode } from 'react';

export function AtOnce({ children }: { children: ReactNode }) {
  return <span role="alert">{children}</span>;
}
