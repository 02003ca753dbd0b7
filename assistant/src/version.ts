/** What the assistant says of itself. */

/** Of the product: both gates of the specification, 1.0.2 of the assistant and 3.3.1 of the helper, lie below. */
export const VERSION = '4.0.0';
/**
 * All there are: 1.1.2 promises hardware tokens, 1.1.3 PINs and backup, 1.1.4 registerProvider and parseFile, 1.1.5
 * that the PUK of a YubiKey resets its PIN.
 */
export const CAPABILITY_VERSION = '1.1.5';
