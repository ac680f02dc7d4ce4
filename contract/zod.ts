import * as mini from 'zod/mini'

/*
 * The one door to the schema library. `jitless` comes first, before any schema is built: the
 * compiled validators would need `new Function`, which the page's security policy forbids.
 */
mini.config({ jitless: true })

export * as z from 'zod/mini'
