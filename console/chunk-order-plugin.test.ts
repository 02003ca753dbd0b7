import { expect, test } from 'vitest';
import { circleIn, reachOf } from './chunk-order-plugin.ts';

test('files that import each other in a circle are found, however far round', () => {
  const tree = new Map([
    ['page', ['form', 'list']],
    ['form', ['frame']],
    ['list', ['frame']],
    ['frame', []],
  ]);
  expect(circleIn(tree)).toBeNull();
  expect(circleIn(new Map([...tree, ['frame', ['form']]]))).toEqual(['form', 'frame', 'form']);
});

test('what a file loads with it, to the end', () => {
  const imports = new Map([
    ['login', ['public']],
    ['public', ['frame']],
    ['frame', []],
    ['signed-in', ['public']],
  ]);
  expect([...reachOf('login', imports)]).toEqual(['login', 'public', 'frame']);
});
