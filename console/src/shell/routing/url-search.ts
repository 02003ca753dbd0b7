/** The query of an address. */

/**
 * Search parameters are plain text here; lists are written by their owners. The order of a list may be written as the
 * API has it, with its parameter repeated.
 */
export const parseSearch = (text: string): Record<string, string> => {
  const given = new URLSearchParams(text);
  const sorts = given.getAll('sort');
  return { ...Object.fromEntries(given), ...(sorts.length > 1 ? { sort: sorts.join(',') } : {}) };
};
export const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
};
