import { Problem, type ProblemAbout } from '@signet/contract/problem';

/** What happens to an account itself. */
export const aboutAccount = ({ id, name }: { id: string; name: string }): ProblemAbout => ({
  resource_id: id,
  resource_name: name,
  account_id: id,
});

/** Something of an account that is not there yet, or that nobody has read. */
export const inAccount = (account_id: string): ProblemAbout => ({ resource_id: null, resource_name: null, account_id });

/**
 * Does something with a record that the viewer has seen, so that the audit log knows of a refusal what it was about.
 * What is not there for the viewer stays unnamed. Whoever is nearer to the call knows best what the call was about.
 */
export async function concerning<T>(about: ProblemAbout, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.httpStatus < 500 && error.reason.status !== 'NOT_FOUND') error.about = about;
    throw error;
  }
}
