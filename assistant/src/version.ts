/** What the assistant says of itself. */

/** Of the product: both gates of the specification, 1.0.2 of the assistant and 3.3.1 of the helper, lie below. */
export const VERSION = '4.0.0';
/** Certificates and the software key store; 1.1.2 would promise hardware tokens. `service` lists the commands. */
export const CAPABILITY_VERSION = '1.1.1';
