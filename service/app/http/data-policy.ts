/** The policy of answers that are no pages at all. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
