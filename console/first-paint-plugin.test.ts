import { expect, test } from 'vitest';
import { withSheetsLast } from './first-paint-plugin.ts';

test('style sheets stand after what the page shows by itself, in their order; all else stays', () => {
  const page = `<head>
    <link rel="icon" href="i.svg">
    <link rel="stylesheet" crossorigin href="a.css">
    <link rel="stylesheet" href="b.css">
  </head>
  <body>
    <div id="root">mark</div>
  </body>`;
  expect(withSheetsLast(page).replaceAll(/\s+/g, ' ')).toBe(
    '<head> <link rel="icon" href="i.svg"> </head> <body> <div id="root">mark</div> ' +
      '<link rel="stylesheet" crossorigin href="a.css"> <link rel="stylesheet" href="b.css"> </body>',
  );
  expect(withSheetsLast('<body></body>').replaceAll(/\s+/g, ' ')).toBe('<body> </body>');
});
