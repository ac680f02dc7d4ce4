import { showToast } from './toast-store.ts'

/** Why a file of the app could not be fetched: as far as asking its server once more tells. */
type LoadFault = 'updated' | 'unreachable' | 'unknown'

/** What a person can do about each. */
export const LOAD_FAULTS: Readonly<Record<LoadFault, string>> = {
  updated: 'This page was updated. Reload.',
  unreachable: "The server of this page doesn't respond.",
  unknown: 'Try again.',
}

/**
 * Fetches the page once more. Where it begins with other scripts, a newer build has taken the place of this
 * one, whose files are gone. Never rejects.
 */
export async function findLoadFault(
  fetchPage: typeof fetch = fetch,
  scripts: readonly string[] = ownScripts(),
): Promise<LoadFault> {
  try {
    const headers = { Accept: 'text/html' }
    const response = await fetchPage(location.pathname, { headers, cache: 'no-store' })
    const page = await response.text()
    const isApp = page.includes('<script type="module"')
    return isApp && scripts.some((script) => !page.includes(script)) ? 'updated' : 'unknown'
  } catch {
    return 'unreachable'
  }
}

function ownScripts(): string[] {
  return [...document.querySelectorAll('script[type=module][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  )
}

/** Says in a toast that something could not be fetched, and why: "Couldn't load the example. Try again." */
export async function showNotLoaded(what = 'this part of the page'): Promise<void> {
  showToast(`Couldn't load ${what}. ${LOAD_FAULTS[await findLoadFault()]}`)
}
