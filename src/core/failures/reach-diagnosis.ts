/** What is known about a request that got no readable answer. */
export interface ReachFacts {
  /** Address of the page, and of what it asked. */
  page: string
  target: string
  onLine: boolean
  /** Whether the page's own policy lists the target. */
  allowedByPolicy: boolean
  /** What the browser says about reaching this machine or the local network; undefined: not asked for. */
  localNetwork?: 'granted' | 'denied' | 'prompt' | undefined
  /** Whether anything answers there at all, seen without reading it. */
  answers: boolean
}

/** Why no answer could be read. */
export type ReachCause =
  | 'offline'
  | 'blocked_by_policy'
  | 'mixed_content'
  | 'local_network'
  | 'cors'
  | 'answers_again'
  | 'unreachable'

/** A cause in words, and what was tested to find it. */
export interface ReachDiagnosis {
  cause: ReachCause
  words: string
  tested: readonly { what: string; result: string }[]
}

/** Finds the first cause that explains everything seen. */
export function diagnoseReach(facts: ReachFacts): ReachDiagnosis {
  const cause = causeOf(facts)
  const { origin } = new URL(facts.target)
  return {
    cause,
    words: wordsOf(cause, origin, new URL(facts.page).origin),
    tested: [
      { what: 'Network of this device', result: facts.onLine ? 'on' : 'off' },
      {
        what: 'Security policy of this page',
        result: `${facts.allowedByPolicy ? 'allows' : 'does not allow'} ${origin}`,
      },
      {
        what: 'Insecure address from a secure page (mixed content)',
        result: isMixed(facts) ? 'yes' : 'no',
      },
      {
        what: 'Permission for the local network',
        result: facts.localNetwork ?? 'not needed here',
      },
      {
        what: `HEAD ${origin}, without credentials and unread`,
        result: facts.answers ? 'something answers' : 'nothing answers',
      },
    ],
  }
}

function causeOf(facts: ReachFacts): ReachCause {
  const page = new URL(facts.page)
  const target = new URL(facts.target)
  if (facts.answers) return page.origin === target.origin ? 'answers_again' : 'cors'
  if (!facts.allowedByPolicy) return 'blocked_by_policy'
  if (!facts.onLine && !isThisMachine(target)) return 'offline'
  const asks = facts.localNetwork === 'denied' || facts.localNetwork === 'prompt'
  const isKept = asks && isLocal(target) && !isLocal(page)
  if (isKept && (!isMixed(facts) || isThisMachine(target))) return 'local_network'
  return isMixed(facts) ? 'mixed_content' : 'unreachable'
}

function wordsOf(cause: ReachCause, origin: string, page: string): string {
  switch (cause) {
    case 'offline':
      return 'This device is offline. Send again when it is back.'
    case 'blocked_by_policy':
      return `The security policy of this page does not list ${origin}: whoever hosts the page has to add it to connect-src.`
    case 'mixed_content':
      return isThisMachine(new URL(origin))
        ? `Nothing answers at ${origin}, or this browser keeps pages over https from it (mixed content), as Safari does: start it, or open the playground over http on this machine.`
        : `A page over https may not ask ${origin} over http (mixed content): use an https address, or open the playground over http on this machine.`
    case 'local_network':
      return `The browser keeps pages of the internet from reaching this machine or network: allow “Local network access” for ${page} in the site settings, next to the address.`
    case 'cors':
      return `${origin} answers, but not to web pages (CORS): it has to send Access-Control-Allow-Origin for ${page}, and allow the headers Authorization and Content-Type.`
    case 'answers_again':
      return `${origin} answers now: the connection was broken while it was asked. Send again.`
    case 'unreachable':
      return `Nothing answers at ${origin}: it is not running, or the address is wrong. Start it, or correct the address in Connection, then send again.`
  }
}

/** No browser lets a secure page ask over http, but for this machine, which most except. */
function isMixed({ page, target }: ReachFacts): boolean {
  return page.startsWith('https:') && target.startsWith('http:')
}

function isThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function isLocal(url: URL): boolean {
  const { hostname } = url
  return (
    isThisMachine(url) ||
    /^(?:10(\.\d+){3}|192\.168(\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2})$/.test(
      hostname,
    ) ||
    hostname.endsWith('.local') ||
    /^\[f[cde]/.test(hostname)
  )
}
