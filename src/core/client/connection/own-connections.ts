/** The id of the connection to the service that served the page. */
export const LOCAL_ID = 'local'

/** The id of the connection to the service that runs in the page. */
export const PRACTICE_ID = 'practice'
