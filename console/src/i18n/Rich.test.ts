import { expect, test } from 'vitest';
import { splitTags } from './Rich.tsx';

test('a text with tags becomes its parts', () => {
  expect(splitTags('Read the <link>terms</link>, <b>all</b> of them.')).toEqual([
    { tag: null, text: 'Read the ' },
    { tag: 'link', text: 'terms' },
    { tag: null, text: ', ' },
    { tag: 'b', text: 'all' },
    { tag: null, text: ' of them.' },
  ]);
});

test('what is no pair of tags stays text', () => {
  expect(splitTags('1 < 2 and <b>open')).toEqual([{ tag: null, text: '1 < 2 and <b>open' }]);
});
