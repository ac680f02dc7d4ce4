/**
 * One character as JSON, programs, addresses and pages write it: `\/`, `\u002d`, `\x2d`, `%2D`, `&#45;`. A text
 * within a text is escaped again, so there may be several backslashes.
 */
const WRITTEN =
  /\\{1,8}(?:u([\da-f]{4})|x([\da-f]{2})|([^\w\s\\]))|%([\da-f]{2})|&#(?:x0{0,4}([\da-f]{1,4})|0{0,4}(\d{1,5}));/gi

/** Whether characters of a text may be written in another way. */
export function mayBeEscaped(text: string): boolean {
  return text.includes('\\') || text.includes('%') || text.includes('&')
}

interface Spelled {
  plain: string
  /** Where a character of `plain` begins in the text that was given. */
  place: (index: number) => number
}

/** Reads a text whose characters may be written in other ways. */
export function spelled(text: string): Spelled {
  /** After each character that was written in another way: its end in the plain text and in the given one. */
  const ends: [plain: number, given: number][] = []
  let plain = ''
  let from = 0
  if (mayBeEscaped(text))
    for (const found of text.matchAll(WRITTEN)) {
      const [whole, unicode, byte, itself, percent, hex, decimal] = found
      const code = unicode ?? byte ?? percent ?? hex
      const character =
        itself ?? String.fromCharCode(code === undefined ? Number(decimal) : parseInt(code, 16))
      plain += text.slice(from, found.index) + character
      from = found.index + whole.length
      ends.push([plain.length, from])
    }
  if (from === 0) return { plain: text, place: (index) => index }
  plain += text.slice(from)
  const place = (index: number): number => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.[0] ?? 0) <= index) low = middle + 1
      else high = middle
    }
    const [end, given] = ends[low - 1] ?? [0, 0]
    return given + index - end
  }
  return { plain, place }
}

/**
 * Masks in any received text what authenticated the request, since a provider may repeat it, such as
 * in "Incorrect API key provided: sk-…", however its characters are written there.
 */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text
  const searched = plainSecrets(secrets)
  const shortest = Math.min(...searched.map(({ length }) => length))
  return (text) => {
    if (text.length < shortest) return text
    const masked = searched.reduce((rest, one) => rest.replaceAll(one, redacted(one)), text)
    if (!mayBeEscaped(masked)) return masked
    const { plain, place } = spelled(masked)
    const found = searched.flatMap((secret) =>
      placesOf(secret, plain).map((at) => ({ secret, at, end: at + secret.length })),
    )
    let [result, from] = ['', 0]
    for (const { secret, at, end } of found.toSorted((one, other) => one.at - other.at)) {
      if (place(at) < from) continue
      result += masked.slice(from, place(at)) + redacted(secret)
      from = place(end)
    }
    return from === 0 ? masked : result + masked.slice(from)
  }
}

/** Secrets as they are found in a plain text: `a%41` stands there as `aA` where it was not escaped. */
export function plainSecrets(secrets: readonly string[]): string[] {
  const spellings = secrets.flatMap((secret) => [
    secret,
    spelled(secret).plain,
    JSON.stringify(secret).slice(1, -1),
  ])
  return [...new Set(spellings)]
}

/** Where a secret stands in a text. */
export function placesOf(secret: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length))
    places.push(at)
  return places
}

/** Ends of names, their words joined by `_`, under which credentials stand. */
const SECRET_NAME =
  /(?:^|_)(?:(?:api|secret|private|access|auth|account|master|signing|encryption|subscription|client|service|session|ssh|license)_?key(?:_id)?|auth|authorization|cookie|password|passwd|passphrase|passcode|pwd|secret|credentials?|jwt|bearer|nonce|signature|transaction|mnemonic|seed_phrase)$/

/** Tokens that are none: of a vocabulary, of a page, of a progress. */
const OTHER_TOKEN =
  /(?:^|_)(?:bos|eos|pad|unk|sep|cls|mask|stop|special|first|last|start|end|begin|per|each|max|min|page|next|continuation|cursor|progress|image|audio|thinking)_token$/

/** Parameters that APIs take credentials by. */
const SECRET_PARAMETER =
  /key|token|secret|signature|^sig$|auth|pass|pwd|credential|jwt|session|^sid$|cookie/i

/** Whether a member or a header of this name holds a credential, however the name is spelled. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
  return SECRET_NAME.test(words) || (/(?:^|_)token$/.test(words) && !OTHER_TOKEN.test(words))
}

/** Whether a parameter of a URL or a field of a form may hold a credential. Takes more than names of members. */
export function isSecretParameter(name: string): boolean {
  return SECRET_PARAMETER.test(name)
}

/** What the keys of known services begin with, before `-` or `_`, as part of a regular expression. */
export const KEY_START =
  'sk|pk|rk|gsk|csk|hf|xai|pplx|r8|fw|nvapi|tgp|ghp|gho|ghu|ghs|ghr|github_pat|glpat|npm|shpat|whsec|xox[abeprs]'

/** Keys of known services that have no such beginning. */
export const KEY_WITHOUT_START = String.raw`AIza[\w-]{30,}|(?:AKIA|ASIA)[A-Z\d]{16}|ya29\.[\w-]{20,}`

/** A private key as files have it. */
export const PRIVATE_KEY = String.raw`-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[A-Za-z0-9+/=\s]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?`

/*
 * Secrets recognized by their shape, for text that has no name to go by. Order matters: a data URL
 * goes before the base64 inside it.
 */
const shapes: readonly RegExp[] = [
  new RegExp(PRIVATE_KEY, 'g'),
  // Not "What is a bearer token?".
  /\bbearer\s+(?!(?:tokens?|auth|authentication|authorization|schemes?)(?![\w~+/=-]|\.\w))[^\s,;"']+/gi,
  new RegExp(String.raw`\b(?:${KEY_START})[-_](?=[A-Za-z_-]{0,99}\d)[\w-]{16,}`, 'g'),
  new RegExp(String.raw`\b(?:${KEY_WITHOUT_START})`, 'g'),
  /(?:\bsk|key|token)[-_=:\s"']{1,4}[A-Za-z0-9_.+/-]{20,}/gi,
  /\b0x[0-9a-fA-F]{128,}\b/g,
  /\beyJ[A-Za-z0-9+/_-]{20,}(?:\.[A-Za-z0-9+/_-]+)*={0,2}/g,
  /\b[1-9A-HJ-NP-Za-km-z]{64,88}\b/g,
]

/** A marker that stands for removed text: it tells its length in characters and nothing else. */
export function redacted(text: string): string {
  return `<redacted ${text.length} chars>`
}

/**
 * Replaces what looks like a key, a signature, signed base64 JSON, the bytes of a data URL, and the
 * credentials in an address. A net under the rules by name, not a replacement for them.
 */
export function redactSecretShapes(text: string): string {
  const withoutData = text.replace(
    /\bdata:([\w.+-]{1,60}\/[\w.+-]{1,60})?(;[^,\s"']{0,100})?,[^\s"')]*/gi,
    (_, type: string | undefined) => `data:${type ?? ''};<bytes>`,
  )
  const withoutAddresses = withoutData
    .replace(/\/\/([^\s/?#@"'<>\\]{1,200})@(?=[\w[])/g, (_, user: string) => `//${redacted(user)}@`)
    .replace(
      /([?&;])([\w.-]{1,60})=([^\s&#"'<>\\]{6,})/g,
      (whole, mark: string, name: string, value: string) =>
        isSecretParameter(name) ? `${mark}${name}=${redacted(value)}` : whole,
    )
  return shapes.reduce((result, pattern) => result.replace(pattern, redacted), withoutAddresses)
}
