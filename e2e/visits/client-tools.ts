import type { Page } from '@playwright/test';
import { CLIENT_TOOLS, OFFER_ELEMENT, type ClientTool } from '@signet/contract/client-tools';
import type { Visit } from './visit.ts';

const TOOLS = '/account/client-tools';

/** A platform whose operator has put files there, of which one is not what its catalogue says. */
const OFFER: ClientTool[] = CLIENT_TOOLS.filter(({ id }) => id !== 'ca-service' && id !== 'trust-assistant').map(
  (tool) => ({
    ...tool,
    files: tool.files.map((file) => ({
      ...file,
      name: file.name.replace('{ip}', 'console.example.org'),
      sha256: '5fb5e870497feb20130bd0d58ce8c04639d7ff0bb93d04e5214b2f7d5e2b78ab',
      sha1: '615e39a4f386ddc5e5852881829a15fe4fc0c7e8',
      size: 48_210_944,
      state: file.folder === 'agent' && file.label === 'Linux' ? 'differs' : 'offered',
    })),
  }),
);

async function withOffer(page: Page): Promise<void> {
  await page.route(`**${TOOLS}`, async (route) => {
    const answer = await route.fetch();
    const element = new RegExp(`(id="${OFFER_ELEMENT}">).*?(</script>)`);
    const body = (await answer.text()).replace(element, (_, head, tail) => `${head}${JSON.stringify(OFFER)}${tail}`);
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
}

export const visits: readonly Visit[] = [
  { route: TOOLS, name: 'client-tools', as: 'ada' },
  {
    route: TOOLS,
    name: 'client-tools-offered',
    as: 'cleo',
    async act(page) {
      await withOffer(page);
      await page.getByText('Checksums').first().click();
      await page.getByText('held back').waitFor();
    },
  },
];
