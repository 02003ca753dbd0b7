/** The page of a record that is not there any more when it is read again. */
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient, queryOf } from '../../api/query.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { DetailPage } from './DetailPage.tsx';

const reading = queryOf('GET /account/ui-api/v1/organization/{id}', {
  params: { id: '00000000-0000-4000-8000-000000000200' },
});

const edits = () => <button>Edit</button>;

function Organization() {
  return <DetailPage query={useQuery(reading)} name={({ name }) => name} actions={edits} />;
}

test('what somebody else has deleted is not shown on; what can’t be read for now is', async () => {
  let answer = (): unknown => ({ name: 'Nordmark Kontor' });
  answerWith(() => answer());
  await renderPart(<Organization />);
  const edit = page.getByRole('button', { name: 'Edit' });
  await expect.element(edit).toBeVisible();
  answer = () => problem('DATABASE_UNAVAILABLE', 503);
  await queryClient.refetchQueries({ queryKey: reading.queryKey });
  await expect.element(edit).toBeVisible();
  answer = () => problem('NOT_FOUND', 404);
  await queryClient.refetchQueries({ queryKey: reading.queryKey });
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(page.getByText(/deleted|may not see/).first()).toBeVisible();
});
