/** A person and the trust assistant of their computer, which is the real one, in a terminal at which they type. */
import { startAssistant } from '../tools/running-assistant.ts';
import { callerOf } from '../tools/running-server.ts';
import { enter, expectNotice, expectAccessible } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ baseURL: async ({ demoPlace }, use) => use(demoPlace.url) });

const PIN = 'harbour-1';
const RESET = 'lantern-22';

test('[S-169 S-216 S-409] approve the site, initialize the key store, change the PIN, keep a backup', async ({
  page,
  demoPlace,
}) => {
  test.setTimeout(150_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  let assistant = await startAssistant();
  const { port, folder } = assistant;
  const platform = await demoPlace.start({ ASSISTANT_PORT: String(port) });
  try {
    const allowed = { enabled: true, linux: true };
    await callerOf(demoPlace.url).call('ada', 'PUT', '/account/ui-api/v1/trust-assistant', allowed);
    await enter(page, 'ada', '/account/profile/keys');

    const number = page.getByLabel('Number for Trust Assistant');
    await expect(number).toBeVisible();
    await expectAccessible(page);
    await assistant.answers(`The site ${demoPlace.url} asks to use the keys`, (await number.textContent()) ?? '');
    await expect(page.getByRole('heading', { name: 'Key store uninitialized' })).toBeVisible();
    await page.getByRole('button', { name: 'Initialize key store' }).click();
    for (const pin of [PIN, RESET]) {
      await assistant.answers('Choose the PIN', pin);
      await assistant.answers('Once more the PIN', pin);
    }
    const store = page.getByRole('region', { name: 'Software keys' });
    await expect(store).toContainText('No keys yet.');
    await expect(store).toContainText('PIN set');

    await page.getByRole('button', { name: 'Actions for Software keys' }).click();
    await page.getByRole('menuitem', { name: 'Change PIN' }).click();
    const change = async (present: string, chosen: string): Promise<void> => {
      await page.getByLabel('Current PIN').fill(present);
      await page.getByLabel('New PIN', { exact: true }).fill(chosen);
      await page.getByLabel('New PIN once more').fill(chosen);
      await page.getByRole('dialog').getByRole('button', { name: 'Change PIN' }).click();
    };
    const present = page.getByRole('textbox', { name: 'Current PIN' });
    await change('wrong-pin-1', 'lighthouse-3');
    await expect(present).toHaveAccessibleDescription('Invalid PIN.');
    await change(PIN, 'lighthouse-3');
    await expectNotice(page, 'The PIN was changed.');

    await page.getByRole('button', { name: 'Actions for Software keys' }).click();
    await page.getByRole('menuitem', { name: 'Back up keys' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back up keys' }).click();
    const coming = page.waitForEvent('download');
    await assistant.answers('Type the PIN of your key store', 'lighthouse-3');
    await assistant.answers('Choose the passphrase', 'open-sesame-4');
    await assistant.answers('Once more the passphrase', 'open-sesame-4');
    expect((await coming).suggestedFilename()).toBe('Software-keys.signet-keys');

    // It ends, and comes back: the page notices both, and nobody is asked again.
    await assistant.stop();
    await expect(page.getByRole('heading', { name: 'Trust Assistant is not running' })).toBeVisible();
    assistant = await startAssistant({ port, folder });
    await expect(store).toBeVisible();
    expect(assistant.screen()).not.toContain('The site');

    // Nothing of it went to the server, nor anywhere else.
    const origins = new Set(asked.map((url) => new URL(url).origin).filter((origin) => origin !== 'null'));
    expect([...origins].toSorted()).toEqual([demoPlace.url, `http://127.0.0.1:${port}`].toSorted());
  } finally {
    await platform.stop();
    await assistant.stop();
    assistant.removeFolder();
  }
});
