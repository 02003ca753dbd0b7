/** Before each test of a component: nothing that the file before it has kept in this browser is there. */
import { beforeEach } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
