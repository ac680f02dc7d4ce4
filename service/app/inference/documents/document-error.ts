/** A document that cannot be read, with one sentence for the caller that says why. */
export class DocumentError extends Error {}
