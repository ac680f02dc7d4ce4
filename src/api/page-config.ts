import { z } from '../contract/zod.ts'
import { connectionStore, type PageConfig } from './connection.ts'

const pageConfigSchema = z.object({
  mode: z.enum(['local', 'relay']),
  baseUrl: z.string(),
  apiKey: z.exactOptional(z.string()),
  providerName: z.exactOptional(z.string()),
  apiOrigins: z.exactOptional(z.array(z.string())),
})

/**
 * Asks the origin that served the page what it is. A page on a plain web server has no such file:
 * it then knows no local API, which is a fine state and no fault.
 */
export async function loadPageConfig(): Promise<PageConfig> {
  const config = await readConfig()
  connectionStore.setState({ config })
  return config
}

async function readConfig(): Promise<PageConfig> {
  const alone: PageConfig = { mode: 'static', providerName: 'vendor', apiOrigins: [] }
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } })
    if (!response.ok) return alone
    const parsed = z.safeParse(pageConfigSchema, await response.json())
    if (!parsed.success) return alone
    // The local API is always the page's own origin; behind a proxy the service cannot know it.
    const { pathname } = new URL(parsed.data.baseUrl)
    return { ...alone, ...parsed.data, baseUrl: location.origin + pathname }
  } catch {
    return alone
  }
}
