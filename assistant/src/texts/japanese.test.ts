/** A person who reads Japanese, at the terminal. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModuleKind } from '../key-stores/pkcs11/modules.ts';
import { CONSOLE, runAssistant, type RunningAssistant } from '../testing/assistant.ts';
import { outputOf } from '../testing/page.ts';

/** Tokens are on, and none is there. */
const NO_TOKENS: ModuleKind = { type: 'softhsm', name: 'SoftHSM2', instances: () => [] };
let assistant: RunningAssistant;
beforeEach(async () => (assistant = await runAssistant({ locale: 'ja_JP', kinds: [NO_TOKENS] })));
afterEach(() => assistant.close());

const wide = (typed: string): string =>
  typed.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

test('approves a site by digits in wide letters, chooses PINs and makes a key', async () => {
  const { person } = assistant;
  const page = await assistant.open();
  const begun = page.initialize();
  await person.answers(
    `サイト${CONSOLE}が、このコンピューターの鍵の使用を求めています。\n許可する場合は、ページに表示されている6桁の数字`,
    wide(await page.number()),
  );
  await begun;
  await person.sees(
    `${CONSOLE}はこのコンピューターの鍵を使用できるようになりました。取り消すには：signet-assistant forget`,
  );

  const made = page.call('initToken', { keystore: 'software', label: 'Own' });
  await person.sees('このコンピューターへのキーストア（ソフトウェアキーストア）の作成を求めています。');
  await person.answers('PINを決めて入力してください（6文字以上、数字を1つ以上含む）', 'short');
  await person.answers('6文字以上で、数字を1つ以上含めてください。', 'geheim1');
  await person.answers('PINをもう一度入力してください', 'geheim2');
  await person.answers('2回の入力が一致しません。', 'geheim1');
  await person.answers('PINをもう一度入力してください', 'geheim1');
  await person.answers('再設定用のPINを決めて入力してください', 'reset-2');
  await person.answers('再設定用のPINをもう一度入力してください', 'reset-2');
  const { token } = outputOf(await made);
  expect(token).toMatchObject({ keystore: 'software', label: 'Own' });

  const tokens = outputOf(await page.call('token'))['tokens'];
  const [{ serial = '' } = {}] = Array.isArray(tokens) ? tokens : [];
  const subject = { common_name: 'Cleo' };
  const place = { keystore: 'software', token: serial, subject, label: '仕事', key_type: 'ec_p256' };
  const generated = page.call('generate', place);
  await person.sees(`サイト${CONSOLE}が、鍵「仕事」の作成を求めています。\nキーストアのPINを入力してください。`);
  await person.answers('拒否する場合はEscキーを押してください：', 'geheim1');
  expect(outputOf(await generated)['csr']).toContain('BEGIN CERTIFICATE REQUEST');
  // Nothing of another language was on the screen.
  expect(person.screen()).not.toMatch(/\b(?:The|the|PINs|type|press)\b/);
});

test('agrees to a module by the word yes, in wide letters too', async () => {
  const { page } = await assistant.approved();
  const registered = page.call('registerProvider', { name: 'Own', file: '/usr/lib/none.so' });
  await assistant.person.sees('ファイル/usr/lib/none.soをキーストアとして読み込むことを求めています。');
  await assistant.person.sees('このファイルはプログラムです。');
  await assistant.person.answers('許可する場合はyesと入力してください。', ` ${wide('YES')} `);
  // Whoever refuses is not told whether there is such a file.
  expect(await registered).toMatchObject({ error: { status: 'PROVIDER_NOT_FOUND' } });

  const refused = page.call('registerProvider', { name: 'Own', file: '/usr/lib/none.so' });
  await assistant.person.answers('許可する場合はyesと入力してください。', 'はい');
  expect(await refused).toMatchObject({ error: { status: 'CKR_FUNCTION_CANCELED' } });
});
