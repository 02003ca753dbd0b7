import { z } from 'zod';
import { text } from '../fields.ts';
import { IN_SESSION } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';

/** Names of lists, filters and columns are the console's own. */
const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/);

/** A way to look at a list that the person has given a name. */
const savedFilter = z
  .strictObject({
    name: text(LIMITS.savedFilterNameMax).refine((value) => value.trim() !== ''),
    filters: z.record(name, text(512)).refine((filters) => Object.keys(filters).length <= 20),
    /** As the list's query has it: `column:asc`. */
    sort: z.array(z.string().regex(/^[A-Za-z][\w.]{0,63}:(?:asc|desc)$/)).max(5),
  })
  .meta({ shape: 'SavedFilter' });
export type SavedFilter = z.output<typeof savedFilter>;

/** How a person looks at a list. It follows the person, not the browser. */
const listSetting = z
  .strictObject({
    filters: z.record(name, text(512)).refine((filters) => Object.keys(filters).length <= 20),
    hidden_columns: z.array(name).max(50),
    saved: z.array(savedFilter).max(LIMITS.savedFilters).optional(),
  })
  .meta({ shape: 'ListSetting' });
export type ListSetting = z.output<typeof listSetting>;

/** What is not named stays as it is kept: another tab of the person may have changed it meanwhile. */
const listSettingChange = listSetting.partial();
export type ListSettingChange = z.output<typeof listSettingChange>;

export const listSettings = {
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/list-setting',
    summary: "The viewer's own settings of every list: filters, hidden columns and saved filters, by the list's name.",
    access: IN_SESSION,
    success: 200,
    response: z.record(z.string(), listSetting),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/list-setting/{list}',
    summary: 'Keeps how the viewer looks at a list; what is not named stays as it was.',
    access: IN_SESSION,
    audit: { none: 'How somebody looks at a list changes nothing that anybody else sees.' },
    params: z.strictObject({ list: name.describe('The name of the list.') }),
    body: listSettingChange,
    success: 204,
  }),
};
