/** A name as long as one may be, without a place to break it, makes no page wider than its window. */
import { Radio, TagsInput } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EndingTokens } from '../notices/EndingTokens.tsx';
import { HeldRoles } from './HeldRoles.tsx';

const LONG = 'W'.repeat(LIMITS.nameMax);
const ROLE = { id: '1', app_code: 'account_manager', name: LONG, archived: false } as const;

test.each([
  ['what is held', <HeldRoles key="roles" roles={[ROLE]} permissions={['view_account']} />],
  ['the title, and what stands beside it', <PageTitle key="title" title={LONG} beside={<span>{LONG}</span>} />],
  [
    'a choice, and what is said of it',
    <FormGroup key="choice" title="Choice">
      <Radio value="one" label={LONG} description={LONG} />
    </FormGroup>,
  ],
  [
    'what is chosen',
    <FormGroup key="chosen" title="Chosen">
      <TagsInput label="Names" value={[LONG]} readOnly />
    </FormGroup>,
  ],
  [
    'what ends soon',
    <EndingTokens
      key="ending"
      tokens={[{ id: '1', user_id: '2', service_user: true, name: LONG, owner_name: LONG, end_date: '2027-01-31' }]}
      onFollow={() => undefined}
    />,
  ],
])('in %s', async (_where, part) => {
  await renderPart(part);
  await expect.element(page.getByText(LONG).first()).toBeInTheDocument();
  for (const width of [390, 1280]) {
    await page.viewport(width, 740);
    await expect.poll(() => [innerWidth, document.documentElement.scrollWidth]).toEqual([width, width]);
  }
});

test('what ends soon takes no more than two lines for each name, and has the whole of it', async () => {
  const token = { id: '1', user_id: '2', service_user: true, name: LONG, owner_name: LONG, end_date: '2027-01-31' };
  await renderPart(<EndingTokens tokens={[token]} onFollow={() => undefined} />, { width: 390 });
  const names = page.getByTitle(LONG);
  await expect.element(names.last()).toBeVisible();
  expect(names.elements()).toHaveLength(2);
  for (const name of names.elements()) expect(name.getBoundingClientRect().height).toBeLessThan(50);
});
