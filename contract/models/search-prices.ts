/*
 * What searches cost beside tokens. The contract says only that they are billed; the real service takes the
 * same for each, and so does the local one.
 */

/** One web search, micro-USD. */
export const WEB_SEARCH_MICRO_USD = 10_000

/** One page that was read (`enable_web_scraping`), micro-USD. */
export const SCRAPED_PAGE_MICRO_USD = 10_000

/** One search by the model provider's own means (`enable_x_search`), micro-USD. */
export const X_SEARCH_MICRO_USD = 10_000
