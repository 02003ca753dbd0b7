/**
 * The texts of console and mail: `i18n/<area>/<locale>.json`, flat ICU messages by key, one folder per area. This is
 * the list of the areas; a text belongs to the area that shows it. `frame` has what every page may show, `signed-in`
 * what all pages after sign-in share. At run time this file holds the English texts: the console takes the types alone.
 */
import accounts from './i18n/accounts/en_US.json' with { type: 'json' };
import administrators from './i18n/administrators/en_US.json' with { type: 'json' };
import bulk from './i18n/bulk/en_US.json' with { type: 'json' };
import errors from './i18n/errors/en_US.json' with { type: 'json' };
import frame from './i18n/frame/en_US.json' with { type: 'json' };
import legal from './i18n/legal/en_US.json' with { type: 'json' };
import mail from './i18n/mail/en_US.json' with { type: 'json' };
import organizations from './i18n/organizations/en_US.json' with { type: 'json' };
import profile from './i18n/profile/en_US.json' with { type: 'json' };
import search from './i18n/search/en_US.json' with { type: 'json' };
import settings from './i18n/settings/en_US.json' with { type: 'json' };
import setup from './i18n/setup/en_US.json' with { type: 'json' };
import signIn from './i18n/sign-in/en_US.json' with { type: 'json' };
import signedIn from './i18n/signed-in/en_US.json' with { type: 'json' };
import welcome from './i18n/welcome/en_US.json' with { type: 'json' };

/** The English texts by area, which is also the name of the folder. */
export const ENGLISH_BY_AREA = {
  accounts,
  administrators,
  bulk,
  errors,
  frame,
  legal,
  mail,
  organizations,
  profile,
  search,
  settings,
  setup,
  'sign-in': signIn,
  'signed-in': signedIn,
  welcome,
};

/** An area of texts. */
export type TextArea = keyof typeof ENGLISH_BY_AREA;
export const TEXT_AREAS = Object.keys(ENGLISH_BY_AREA) as TextArea[];
/** Every text key: the keys of the English texts. */
export type TextKey = { [A in TextArea]: keyof (typeof ENGLISH_BY_AREA)[A] }[TextArea];

/** The English texts of all areas by key. */
export const ENGLISH = Object.assign({}, ...Object.values(ENGLISH_BY_AREA)) as Record<TextKey, string>;

/** The areas whose texts pages before sign-in show. The texts of all others are loaded once somebody is signed in. */
export const BEFORE_SIGN_IN: readonly TextArea[] = ['errors', 'frame', 'legal', 'setup', 'sign-in', 'welcome'];

/** Texts of mails begin with this; only the server speaks them. */
export const MAIL_TEXTS = 'mail.';
