import { isSecretParameter } from './secret-names.ts'

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
  /\bbearer\s+[^\s,;"']+/gi,
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
