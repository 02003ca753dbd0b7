import { expect, test } from 'vitest';
import { mailTo } from './mail-address.ts';

test('a mail goes to the address alone, whatever the address says', () => {
  expect(mailTo('hanna@nordmark.example')).toBe('mailto:hanna@nordmark.example');
  expect(mailTo('a?bcc=evil%40x.example&body=hi@b.example')).toBe(
    'mailto:a%3Fbcc%3Devil%2540x.example%26body%3Dhi@b.example',
  );
  const written = new URL(mailTo('a?bcc=evil%40x.example&body=hi@b.example'));
  expect(written.search).toBe('');
});
