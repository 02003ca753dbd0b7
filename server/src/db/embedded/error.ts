/** The embedded database can't be used as things are; the message is one sentence that says what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
