import { expect, test } from 'vitest';
import { withScripts } from './page-scripts-plugin.ts';

const PAGE = '<head><script src="/a.js"></script><script type="module" src="/b.ts"></script></head>';

test('the scripts stand in the page as they are; those it loads stay', () => {
  expect(withScripts(PAGE, { '/a.js': "x = '$&';" })).toBe(
    `<head><script>x = '$&';</script><script type="module" src="/b.ts"></script></head>`,
  );
});

test.each([
  ['that the page does not name', '/c.js', 'x', 'does not name /c.js'],
  ['that would end its element', '/a.js', '"</SCRIPT>"', '/a.js would end'],
  ['that would comment out its end', '/a.js', '"<!--"', '/a.js would end'],
])('a script %s ends the build', (_, address, source, message) => {
  expect(() => withScripts(PAGE, { [address]: source })).toThrow(message);
});
