/** An embedded chain has no binary for this computer; the message is one readable line. */
export class ChainUnavailableError extends Error {}
