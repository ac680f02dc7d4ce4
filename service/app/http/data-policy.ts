/** The policy of files of the app that are no pages at all. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * The policy of what the API answers. It may be somebody else's HTML, from an upstream, a relay or a recording: opened
 * as a page it runs nothing, submits nothing, and has no part in this origin.
 */
export const API_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
