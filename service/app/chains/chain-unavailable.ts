/** An embedded chain cannot run here; the message is one readable line. */
export class ChainUnavailableError extends Error {}
