/**
 * The origin of the service that runs in the page. Nobody can own a name under `.invalid`: should a request
 * ever leave the page, it reaches nothing.
 */
export const PRACTICE_ORIGIN = 'https://practice.invalid'

/** Its base URL. */
export const PRACTICE_BASE_URL = `${PRACTICE_ORIGIN}/api/v1`

/** Its key, with play money. No secret: everybody's page has the same, and its own balance. */
export const PRACTICE_KEY = 'practice-key-of-this-page'
